"""One whole chapter, and every kind of thing in it, with the keyboard alone. The ferry has its own test."""

import pytest

PAGE = "lower_bound.html"
USABLE = "a[href], button, input, select, summary, textarea, [tabindex='0']"
# Everything in the chapter that a pointer can use and the focus was not on; of radio buttons arrows reach the others.
EXPECTED = f"""() => [...document.querySelector("article").querySelectorAll("{USABLE}")]
    .filter((element) => !element.matches("[data-reached], [type=radio]")
        && element.checkVisibility({{ visibilityProperty: true, opacityProperty: false }})
        && element.tabIndex >= 0 && !element.disabled && element.getClientRects().length)
    .map((element) => `${{element.tagName}} ${{element.className}} ${{element.textContent.slice(0, 40)}}`)"""
FOCUSED = f"""() => {{
    const element = document.activeElement, style = getComputedStyle(element), box = element.getBoundingClientRect();
    const all = [...document.querySelector("article").querySelectorAll("{USABLE}")];
    element.dataset.reached = "";
    return {{
        place: all.indexOf(element),
        // The browser also stops at a wide formula or a long line of code, which arrow keys then scroll.
        inside: !!element.closest("article"),
        name: `${{element.tagName}} ${{element.className}} ${{element.textContent.trim().slice(0, 40)}}`,
        kind: element.matches("input[type=range]") ? "slider"
            : element.matches(".lb-explorer button:not(.lb-toggle)") ? "button"
            : element.matches("button.toggle-button, summary") ? "fold" : "",
        shown: element.matches(":focus-visible") && (style.outlineStyle !== "none" || style.boxShadow !== "none"),
        inView: box.bottom > 0 && box.top < innerHeight,
        words: element.closest("figure")?.querySelector(".lb-status").textContent,
        open: element.getAttribute("aria-expanded") ?? element.parentElement.open,
    }};
}}"""


@pytest.mark.parametrize(
    ("theme", "formulas"), [("dark", False), pytest.param("light", True, marks=pytest.mark.release)]
)
def test_a_chapter_is_read_and_used_with_the_keyboard_alone(theme, formulas, served, blocked_page):
    visit = blocked_page(f"{served}/{PAGE}", theme=theme, allow=served, formulas=formulas)
    page = visit.page
    # Focus moves at once; the theme would scroll there smoothly, and the test would look on the way.
    page.emulate_media(reduced_motion="reduce")
    page.add_style_tag(content="html { scroll-behavior: auto !important; }")
    visited, used = [], {"slider": 0, "button": 0, "fold": 0}
    for _ in range(1500):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if visited and not now["inside"]:
            break  # Past the end of the chapter.
        if now["place"] < 0:
            continue
        visited.append(now["place"])
        assert now["shown"], f"focus on {now['name']} cannot be seen"
        assert now["inView"], f"focus on {now['name']} is outside the window"
        if now["kind"] == "slider":
            page.keyboard.press("ArrowRight")
            page.wait_for_function(
                "old => document.activeElement.closest('figure').querySelector('.lb-status').textContent !== old",
                arg=now["words"],
            )
            used["slider"] += 1
        elif now["kind"] == "fold":
            page.keyboard.press("Enter")
            assert page.evaluate(FOCUSED)["open"] != now["open"]
            # What scrolls in it is found a frame later, sooner than a hand.
            page.evaluate("new Promise(next => requestAnimationFrame(() => requestAnimationFrame(next)))")
            used["fold"] += 1
        elif now["kind"] == "button":  # But those that leave this view: class mode and full screen.
            page.keyboard.press("Enter")
            used["button"] += 1
            if now["name"].endswith(" Next"):  # The way back stands before it and can be used only now.
                page.keyboard.press("Shift+Tab")
                back = page.evaluate(FOCUSED)
                assert back["name"].endswith(" Previous") and back["shown"], back
                page.keyboard.press("Tab")
    # What was folded is open now, so more can be reached than at the first look: all of it was.
    assert visited == sorted(visited)
    assert page.evaluate(EXPECTED) == [], "cannot be reached"
    assert used["slider"] >= 2 and used["button"] >= 6 and used["fold"] >= 10, used
    visit.check()
