import { useState } from 'react'
import { browserStorage } from './browserStorage.ts'

/** One of a few choices, stored in this browser under `key`; the first of them until another is chosen. */
export function useStoredChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => {
    const stored = browserStorage.getItem(key)
    return choices.find((each) => each === stored) ?? choices[0]
  })
  return [
    choice,
    (chosen) => {
      browserStorage.setItem(key, chosen)
      setChoice(chosen)
    },
  ]
}
