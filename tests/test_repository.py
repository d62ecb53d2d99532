"""What a newcomer reads first says what is so."""

import doctest
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]


def test_the_example_of_the_readme_prints_what_it_says():
    blocks = [block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if ">>>" in block]
    assert blocks, "README.md shows no ```python block with >>> prompts"
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    report = []
    doctest.DocTestRunner().run(example, out=report.append)
    assert report == [], "".join(report)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_make_target_named_in_a_document_exists(name):
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
    assert named and named <= targets


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_local_link_of_a_document_leads_somewhere(name):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / name).read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_page_of_the_table_of_contents_has_a_source():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    pages = [toc["root"]] + [chapter["file"] for part in toc["parts"] for chapter in part["chapters"]]
    assert [page for page in pages if not list((ROOT / "book").glob(f"{page}.*"))] == []


def test_constraints_are_versions_only():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"#.*|[A-Za-z0-9_.\[\]-]+==[A-Za-z0-9.!+]+", line)] == []


def test_every_pinned_requirement_is_what_the_constraints_say():
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    locked = {
        name.lower().replace("_", "-"): version
        for name, version in re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    }
    assert pins and {name: locked.get(name) for name in pins} == pins


def test_the_citation_names_the_paper():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["preferred-citation"]
    assert citation["title"] == "Lipschitz Bandits: Regret Lower Bounds and Optimal Algorithms"
    assert (citation["year"], citation["volume"], citation["start"], citation["end"]) == (2014, 35, 975, 999)
