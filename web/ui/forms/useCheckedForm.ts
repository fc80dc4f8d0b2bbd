import { useEffect, type RefObject } from 'react'
import { set, useForm, type DefaultValues, type FieldErrors, type FieldValues, type Resolver, type UseFormReturn } from 'react-hook-form'
import type { Result } from '../../../schema/errors.ts'

/** What is wrong with which field, by its name in the API. */
export type FieldMistakes = Readonly<Partial<Record<string, string>>>

/**
 * A form that is checked by the function that reads what was typed: what it gives is what is sent, what it refuses stands at the fields
 * until the next attempt. After an attempt that failed, here or at the server, the focus is on the first wrong field of `place`.
 */
export function useCheckedForm<Values extends FieldValues, Read>(
  place: RefObject<HTMLElement | null>,
  defaultValues: DefaultValues<Values>,
  read: (typed: Values) => Result<Read, FieldMistakes>,
): UseFormReturn<Values, unknown, Read> {
  const form = useForm({ defaultValues, resolver: resolverOf(read), reValidateMode: 'onSubmit', shouldFocusError: false })
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [place, submitCount])
  return form
}

function resolverOf<Values extends FieldValues, Read>(
  read: (typed: Values) => Result<Read, FieldMistakes>,
): Resolver<Values, unknown, Read> {
  return (typed) => {
    const result = read(typed)
    if (result.ok) return { values: result.value, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of Object.entries(result.error)) set(errors, name, { type: 'refused', message })
    return { values: {}, errors }
  }
}
