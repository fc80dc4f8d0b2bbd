import { get, type FieldError, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

/** What a TextField takes to be a field of a form: its value, its name, and what is wrong with it. */
export function bindField<Values extends FieldValues, Read>(form: UseFormReturn<Values, unknown, Read>, name: FieldPath<Values>) {
  return { ...form.register(name), error: fieldError(form, name) }
}

/** What is wrong with a field, or with a group of fields, for the user. */
export function fieldError<Values extends FieldValues, Read>(
  { formState: { errors } }: UseFormReturn<Values, unknown, Read>,
  name: FieldPath<Values>,
): string | undefined {
  const error: FieldError | undefined = get(errors, name)
  return error?.message
}
