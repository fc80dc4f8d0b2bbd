import { useState } from 'react'
import { toast } from './toast.ts'
import { toastFailure } from './toastFailure.ts'

/**
 * Makes changes and reports each outcome by toast: `run` takes what is being changed, the change, which returns the words for its
 * success, and those for its failure. `busy`: what is being changed now; null: nothing.
 */
export function useToldChange<What extends string = string>() {
  const [busy, setBusy] = useState<What | null>(null)

  async function run(what: What, change: () => Promise<string>, failed: string): Promise<void> {
    setBusy(what)
    try {
      toast.success(await change())
    } catch (error) {
      toastFailure(failed, error)
    } finally {
      setBusy(null)
    }
  }

  return { busy, run }
}
