import { create } from 'zustand'

/** Resolves the pending question for the password: whether it was confirmed. Null without one. */
interface PasswordQuestion {
  readonly answer: ((confirmed: boolean) => void) | null
}

/** The dialog's state. */
export const usePasswordQuestion = create<PasswordQuestion>()(() => ({ answer: null }))

let asked: Promise<boolean> | null = null

/** Asks the user for the password in a dialog; false when they decline. Concurrent callers share the answer. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => usePasswordQuestion.setState({ answer: resolve })).finally(() => {
    asked = null
    usePasswordQuestion.setState({ answer: null })
  })
  return asked
}
