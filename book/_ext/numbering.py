"""Numbers of statements, exercises and figures: chapter, dot, number, so that none looks like one of the paper's.

_toc.yml numbers the chapters, and Sphinx what stands in them. Other pages have a letter in place of a chapter's number,
the first of their title, and the page that opens the book has 0; Sphinx counts through all of them, and here each page
starts at 1.
"""


def setup(app):
    # After Sphinx, which gives numbers at the usual 500.
    app.connect("env-get-updated", name_the_page, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def name_the_page(app, env):
    """Put a letter before the numbers of pages that are no numbered chapter."""
    pages = {
        page: "0" if page == app.config.root_doc else env.titles[page].astext()[0].upper()
        for page, numbers in env.toc_fignumbers.items()
        if any(numbers.values()) and not any(env.toc_secnumbers.get(page, {}).values())
    }
    if len(set(pages.values())) < len(pages):
        raise ValueError(f"{pages}: two pages number alike; expected titles with first letters of their own")
    for page, prefix in pages.items():
        for numbers in env.toc_fignumbers[page].values():
            for count, name in enumerate(sorted(numbers, key=numbers.get), 1):
                numbers[name] = (prefix, count)
    return []
