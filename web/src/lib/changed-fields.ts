/** Names of a form's changed fields, ignoring surrounding space. */
export const changedFields = <Form extends Record<string, string>>(form: Form, loaded: Form) =>
  (Object.keys(loaded) as (keyof Form & string)[]).filter(
    (name) => form[name]?.trim() !== loaded[name]?.trim(),
  );
