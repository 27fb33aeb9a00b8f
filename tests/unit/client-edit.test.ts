import assert from "node:assert/strict";
import { test } from "node:test";
import {
  adjustmentOf,
  fieldValue,
  formErrors,
  NEW_CLIENT,
  serverErrors,
  type EditForm,
} from "#areas/admin/clients/form/client-form.ts";
import {
  changeOf,
  conflictsOf,
  saveEdit,
  mergeEdits,
  readEdit,
} from "#areas/admin/clients/form/merge-edits.ts";

const LOADED: EditForm = {
  ...NEW_CLIENT,
  company_name: "Corner Shop",
  contact_name: "Ann",
  email: "ann@shop.example",
  custom_slug: "corner-shop",
  drive_link: "/drive/folder/x",
  credits_remaining: "10",
};

test("ADM16 only changed fields are sent, each with the value that was loaded", () => {
  const form = { ...LOADED, company_name: " Corner Shop ", credits_remaining: "12", drive_link: "" };
  assert.deepEqual(changeOf(form, LOADED, 0), {
    changed: { credits_remaining: 12, drive_link: null },
    loaded: { credits_remaining: 10, drive_link: "/drive/folder/x" },
    credit_adjustment: null,
  });
  assert.equal(changeOf(LOADED, LOADED, -3).credit_adjustment, -3);
});

/** Storage of one tab. */
function tab() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    items,
  };
}

test("adopts another admin's saved changes, unless both changed the same field differently (ADM16)", () => {
  const mine = { ...LOADED, contact_name: "Bea", credits_per_month: "60", email: "same@shop.example" };
  const now = { ...LOADED, contact_name: "Cy", plan_type: "no-setup", email: "same@shop.example" };
  const merged = mergeEdits({ form: mine, loaded: LOADED, base: {} }, now);
  assert.deepEqual(conflictsOf(merged), ["contact_name"]);
  assert.deepEqual(merged.form, { ...now, contact_name: "Bea", credits_per_month: "60" });
});

test("ADM16 a kept draft holds what this admin changed and nothing that another did", () => {
  const store = tab();
  const now = { ...LOADED, contact_name: "Cy", credits_per_month: "77" };
  saveEdit(
    store,
    "c1",
    mergeEdits({ form: { ...LOADED, contact_name: "Bea" }, loaded: LOADED, base: {} }, now),
  );
  const later = { ...now, credits_per_month: "99" };
  const opened = readEdit(store, "c1", later);
  assert.deepEqual(changeOf(opened.form, opened.loaded, 0).changed, { contact_name: "Bea" });
  assert.deepEqual(conflictsOf(opened), ["contact_name"], "still to be chosen");
});

test("ADM16 a draft that is opened again learns of what was saved since it was typed", () => {
  const store = tab();
  saveEdit(store, "c1", {
    form: { ...LOADED, contact_name: "Bea", email: "b@shop.example" },
    loaded: LOADED,
    base: {},
  });
  const opened = readEdit(store, "c1", { ...LOADED, contact_name: "Cy" });
  assert.deepEqual(conflictsOf(opened), ["contact_name"]);
  assert.deepEqual([opened.form.contact_name, opened.form.email], ["Bea", "b@shop.example"]);
  const resolved = { ...opened, base: {} };
  saveEdit(store, "c1", resolved);
  assert.deepEqual(conflictsOf(readEdit(store, "c1", opened.loaded)), [], "what was chosen is chosen");
  saveEdit(store, "c1", { ...resolved, form: resolved.loaded });
  assert.equal(store.items.size, 0);
});

test("ADM16 a kept draft that cannot be read is none", () => {
  const store = tab();
  for (const text of ["{", "null", "7", '{"form":{"no_such_field":"x","email":5}}']) {
    store.setItem("sayso-draft:c1:admin-edit", text);
    assert.deepEqual(readEdit(store, "c1", LOADED).form, LOADED);
  }
});

test("ADM12 ADM17 an emptied number is refused, never read as 0", () => {
  for (const credits of ["", " ", "1.5", "-1", "ten"]) {
    const errors = formErrors({ ...LOADED, credits_per_month: credits, credits_remaining: credits });
    assert.ok(errors.credits_per_month && errors.credits_remaining, credits);
  }
  const zero = formErrors({ ...LOADED, credits_per_month: "0", credits_remaining: "0" });
  assert.ok(zero.credits_per_month && !zero.credits_remaining);
  assert.deepEqual(formErrors(LOADED), {});
});

test("ADM16 an adjustment is a whole number with a sign or without", () => {
  assert.deepEqual(["", "+5", "-3", "−3", "7", "five", "+-1", "1.5"].map(adjustmentOf), [
    0,
    5,
    -3,
    -3,
    7,
    null,
    null,
    null,
  ]);
});

test("ADM13 fields go out in their own types, and faults come back by either name", () => {
  assert.deepEqual(
    [
      fieldValue("watermark_enabled", "false"),
      fieldValue("credits_per_month", " 5 "),
      fieldValue("email", " a "),
    ],
    [false, 5, "a"],
  );
  assert.deepEqual(serverErrors({ companyName: "x", custom_slug: "y" }), {
    company_name: "x",
    custom_slug: "y",
  });
});
