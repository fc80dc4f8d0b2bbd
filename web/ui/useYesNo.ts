import { useState } from 'react'
import { toast } from './toast.ts'
import { toastFailure } from './toastFailure.ts'

/** What came of a yes or no; both null after a yes: the engine has not decided yet. */
interface Outcome {
  readonly refusal?: string | null
  readonly tradeId?: string | null
}

interface Words {
  /** Which one, below each toast: the question is gone by then, and the next one may stand in its place. */
  readonly about: string
  /** What is answered, such as `order`. */
  readonly thing: string
  readonly declined: string
  readonly approved: string
  /** Follows a refusal. */
  readonly afterRefusal?: string
}

/** Sends the user's yes or no to a question once at a time, and reports in a toast what came of it, or that it failed. `answer` resolves with whether it was taken. */
export function useYesNo(
  send: (approve: boolean) => Promise<Outcome | undefined>,
  { about, thing, declined, approved, afterRefusal = '' }: Words,
) {
  const [busy, setBusy] = useState(false)
  const details = { description: about }
  return {
    busy,
    async answer(approve: boolean): Promise<boolean> {
      if (busy) return false
      setBusy(true)
      try {
        const outcome = await send(approve)
        if (!approve) toast.success(declined, details)
        else if (outcome?.refusal != null) toast.error(`${outcome.refusal}${afterRefusal}`, details)
        else if (outcome?.tradeId != null) toast.success(approved, details)
        else toast.info('Approved. The engine has not processed it yet; you will be notified of the result.', details)
        return true
      } catch (error) {
        toastFailure(`Error answering the ${thing}`, error, `Failed to answer the ${thing}`, about)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
