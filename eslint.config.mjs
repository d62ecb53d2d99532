// Checks of the page's scripts, for `make lint`: the recommended rules, and the limits that ruff and a test keep for Python.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["_build/", ".venv/"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    // Classic scripts: a page that is opened from a folder may not import modules.
    languageOptions: {
      ecmaVersion: 2021,
      sourceType: "script",
      // The last two are Sphinx's.
      globals: { ...globals.browser, DOCUMENTATION_OPTIONS: "readonly", Search: "readonly" },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // A base class names what it passes to those that fill it in.
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      complexity: ["error", 12],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: false, skipComments: false }],
    },
  },
  // What browsers skip whole if they cannot read it must itself be readable by the oldest.
  { files: ["**/still.js"], languageOptions: { ecmaVersion: 5 } },
];
