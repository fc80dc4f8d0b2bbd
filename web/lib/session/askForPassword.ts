import { create } from 'zustand'

/** Answers the question for the password: whether it was confirmed. Null while nothing is asked. */
interface PasswordQuestion {
  readonly answer: ((confirmed: boolean) => void) | null
}

/** What the dialog for the password is shown by. */
export const usePasswordQuestion = create<PasswordQuestion>()(() => ({ answer: null }))

let asked: Promise<boolean> | null = null

/** Has the user confirm the password in a dialog; false when they would not. Who asks meanwhile shares the answer. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => usePasswordQuestion.setState({ answer: resolve })).finally(() => {
    asked = null
    usePasswordQuestion.setState({ answer: null })
  })
  return asked
}
