// Valid watermark texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cutLines, shownText } from "#areas/client/dashboard/watermark-settings.ts";

test("WMK03 two lines stay as they are typed", () => {
  for (const text of ["", "Blue Door", "Blue Door\n", "Blue Door\nBakery"])
    assert.deepEqual(cutLines(text), { text, tooMany: false });
});

test("WMK03 further lines are dropped, blank ones first, and it is said", () => {
  assert.deepEqual(cutLines("One\nTwo\nThree"), { text: "One\nTwo", tooMany: true });
  assert.deepEqual(cutLines("One\r\n\r\nTwo\r\nThree"), { text: "One\nTwo", tooMany: true });
  assert.deepEqual(cutLines("One\nTwo\n"), { text: "One\nTwo", tooMany: true });
  assert.deepEqual(cutLines("\n\n\n"), { text: "", tooMany: true });
});

test("WMK11 a blank text stands for the company's name", () => {
  assert.equal(shownText(" \n ", "Corner Shop"), "Corner Shop");
  assert.equal(shownText("Blue\nDoor", "Corner Shop"), "Blue\nDoor");
});
