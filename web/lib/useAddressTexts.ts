import { useCallback, useMemo } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router-dom'

type Texts<Usual> = Readonly<Record<keyof Usual, string>>

/**
 * Texts by name, kept in the query of the address: links carry them and Back undoes them. Omits values equal to `usual`, which must stay
 * the same object; leaves other names alone.
 */
export function useAddressTexts<Usual extends Readonly<Record<string, string>>>(usual: Usual) {
  const [params, setParams] = useSearchParams()
  const texts = useMemo(
    () => Object.fromEntries(Object.entries(usual).map(([name, text]) => [name, params.get(name) ?? text])) as Texts<Usual>,
    [params, usual],
  )
  /** Navigates to the address with these texts changed. */
  const change = useCallback(
    (changes: Partial<Texts<Usual>>, how?: NavigateOptions) => setParams((before) => withTexts(before, usual, changes), how),
    [setParams, usual],
  )
  /** The link to the address with these texts changed. */
  const linkWith = (changes: Partial<Texts<Usual>>): string => `?${withTexts(params, usual, changes)}`
  return { texts, change, linkWith }
}

function withTexts(before: URLSearchParams, usual: Readonly<Record<string, string>>, changes: Readonly<Partial<Record<string, string>>>) {
  const after = new URLSearchParams(before)
  for (const [name, text] of Object.entries(changes)) {
    if (text === undefined || text === usual[name]) after.delete(name)
    else after.set(name, text)
  }
  return after
}
