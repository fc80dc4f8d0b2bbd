import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import {
  get,
  set,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import type { Result } from '../../../schema/errors.ts'

/** What is wrong with which field, by its name in the API. */
export type FieldMistakes = Readonly<Partial<Record<string, string>>>

/** The type of mistakes that were found here; those of the server have none. */
const REFUSED = 'refused'

/**
 * A form that is checked by the function that reads what was typed: what it gives is what is sent, what it refuses stands at the fields
 * until it is corrected; no mistake appears while somebody types. What the server refused goes when its value is changed. After an attempt
 * that failed, here or at the server, the focus is on the first wrong field of `place`.
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
  const known = useRef(new Map<string, unknown>())
  const forget = useEffectEvent((changed: string, values: Values, errors: FieldErrors<Values>) => {
    const value: unknown = get(values, changed)
    // A field that is left is reported like one that has changed.
    const isUnchanged = Object.is(known.current.has(changed) ? known.current.get(changed) : get(defaultValues, changed), value)
    known.current.set(changed, value)
    const shown = mistakesIn(errors)
    if (isUnchanged || shown.length === 0) return
    const result = read(values)
    const isField = (name: string): name is FieldPath<Values> => get(values, name) !== undefined
    for (const { name, type } of shown) {
      const isGone = type === REFUSED ? result.ok || result.error[name] === undefined : `${changed}.`.startsWith(`${name}.`)
      if (isGone && isField(name)) form.clearErrors(name)
    }
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values, errors }) => {
          if (name !== undefined) forget(name, values, errors ?? {})
        },
      }),
    [form],
  )
  return form
}

/** The fields, and groups of fields, at which something stands. */
function mistakesIn(errors: object, group = ''): readonly { readonly name: string; readonly type: unknown }[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    // An error carries its input, too.
    if (typeof error !== 'object' || error === null || error instanceof Element) return []
    const name = group + key
    const own = 'message' in error ? [{ name, type: 'type' in error ? error.type : undefined }] : []
    return [...own, ...mistakesIn(error, `${name}.`)]
  })
}

function resolverOf<Values extends FieldValues, Read>(
  read: (typed: Values) => Result<Read, FieldMistakes>,
): Resolver<Values, unknown, Read> {
  return (typed) => {
    const result = read(typed)
    if (result.ok) return { values: result.value, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [name, message] of Object.entries(result.error)) set(errors, name, { type: REFUSED, message })
    return { values: {}, errors }
  }
}
