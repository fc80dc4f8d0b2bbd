import type { FormEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** A form's onSubmit: has its fields checked and sends what was read of them. While that is under way, it ignores other presses. */
export function submitOnce<Values extends FieldValues, Read>(
  form: UseFormReturn<Values, unknown, Read>,
  send: (read: Read) => Promise<void>,
): (event: FormEvent) => void {
  const { isSubmitting } = form.formState
  return (event) => {
    event.preventDefault()
    if (!isSubmitting) void form.handleSubmit(send)()
  }
}
