"""What a class sees from the last row: text of 18 px, and nothing on anything, on projectors of the usual sizes."""

import pytest

SIZES = [(1024, 768), (1280, 720), (1920, 1080)]
# One chapter in each run, all before a release.
CHAPTERS = ("intro", "model", "lower_bound", "oslb", "ckl_ucb", "concentration", "continuous", "contextual")
PAGES = [pytest.param(name, marks=[pytest.mark.release] * (name != "oslb")) for name in CHAPTERS]
IDS = "[...document.querySelectorAll('figure.lb-explorer[id]')].map(figure => figure.id)"
AWAKE = """async id => {
    const stop = [...lipbanditsExplorers.values()].find(({ figure }) => figure.id === id);
    document.getElementById(id).scrollIntoView({ behavior: "instant" });
    await stop.wake?.();
}"""
# Of a figure: texts below 18 px as drawn, parts that lie on each other or under the bar, whether it must be scrolled.
SEEN = """id => {
    const figure = document.getElementById(id), bar = document.querySelector(".lb-bar").getBoundingClientRect();
    const shown = part => part.checkVisibility({ visibilityProperty: true });
    const box = part => part.getBoundingClientRect();
    const small = [], on = [];
    const texts = document.createTreeWalker(figure, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode.data.trim(), part = texts.currentNode.parentElement;
        if (!text || !shown(part) || box(part).width < 2 || part.closest("title, mjx-container")) continue;
        const drawn = part.ownerSVGElement ? part.getScreenCTM() : { b: 0, d: 1 };
        const size = parseFloat(getComputedStyle(part).fontSize) * Math.hypot(drawn.b, drawn.d);
        if (size < 17.95) small.push(`${text.slice(0, 20)}: ${size.toFixed(1)}`);
    }
    const parts = [...figure.children].filter(part => shown(part) && box(part).height > 2);
    const over = (one, other) => Math.min(Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
    parts.forEach((one, i) => {
        if (over(box(one), bar) > 1) on.push(`${one.className} under the bar`);
        for (const other of parts.slice(i + 1)) {
            if (over(box(one), box(other)) > 1) on.push(`${one.className} on ${other.className}`);
        }
    });
    return { small, on, scrolls: figure.scrollHeight > figure.clientHeight + 1 };
}"""
# What one can see of a figure, and lies under the open link all the same.
UNDER_THE_LINK = """id => {
    const link = document.querySelector(".lb-bar-share").getBoundingClientRect();
    const parts = document.getElementById(id).querySelectorAll("button, text, .lb-status, .lb-question, td, input");
    return [...parts].filter(part => {
        const box = part.getBoundingClientRect();
        return part.checkVisibility({ visibilityProperty: true })
            && Math.min(box.right, link.right) - Math.max(box.left, link.left) > 1
            && Math.min(box.bottom, link.bottom) - Math.max(box.top, link.top) > 1;
    }).map(part => part.textContent);
}"""
CLEAR = {"small": [], "on": [], "scrolls": False}
SEASON = "season=1&seed=0&days=123456789122233552222222355255222222222222222222222222222222"


def sized(page, width, height, name):
    """Give the window a size, and wait until the figure has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })", name)
    page.wait_for_function("id => Math.abs(document.getElementById(id).getBoundingClientRect().top) < 1", arg=name)


def chosen(page, name, number):
    """Press the preset of a number, at 0 none, and wait for what it shows."""
    if number:
        page.locator(f"[id='{name}'] .lb-preset").nth(number - 1).click()
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("chapter", PAGES)
def test_all_text_of_a_chapters_figures_is_large_and_nothing_lies_on_anything(chapter, blocked_page, site):
    visit = blocked_page(f"{(site / f'{chapter}.html').as_uri()}?class", width=1024, height=768, formulas=False)
    page, found = visit.page, {}
    for name in page.evaluate(IDS):
        page.evaluate(AWAKE, name)
        for number in range(page.locator(f"[id='{name}'] .lb-preset").count() + 1):
            chosen(page, name, number)
            # The smallest has the least room for what a preset says.
            for width, height in SIZES[: 1 if number else None]:
                sized(page, width, height, name)
                found[name, number, width] = page.evaluate(SEEN, name)
    assert found and {key: seen for key, seen in found.items() if seen != CLEAR} == {}
    visit.check()


def test_the_end_of_the_ferry_and_the_open_link_cover_nothing(blocked_page, site):
    address = f"{(site / 'intro.html').as_uri()}?class#ferry?{SEASON}"
    visit = blocked_page(address, width=1024, height=768, formulas=False)
    page = visit.page
    page.wait_for_function("document.querySelector('#ferry .lb-status').innerText.startsWith('The 60 days are over.')")
    for width, height in SIZES:
        sized(page, width, height, "ferry")
        assert page.evaluate(SEEN, "ferry") == CLEAR
        table, box = page.locator("#ferry table"), page.locator("#ferry .lb-wide")
        assert table.bounding_box()["height"] <= box.bounding_box()["height"] + 1, "the table is cut"
        page.keyboard.press("q")
        page.locator(".lb-bar-share").wait_for()
        assert page.evaluate(UNDER_THE_LINK, "ferry") == []
        assert page.locator("#ferry .lb-picture").bounding_box()["width"] > 0.45 * width
        page.keyboard.press("q")
    visit.check()
