/** The names of a form's fields whose text was changed, not counting space around it. */
export const changedFields = <Form extends Record<string, string>>(form: Form, loaded: Form) =>
  (Object.keys(loaded) as (keyof Form & string)[]).filter(
    (name) => form[name]?.trim() !== loaded[name]?.trim(),
  );
