import { useEffect } from 'react'
import { describeError } from '../gql/describeError.ts'
import { ErrorState } from './ErrorState.tsx'
import { toast } from './toast.ts'

interface LoadFailureProps {
  /** What did not work, in words of the screen. */
  text: string
  /** The same for the toast, and where the failure has no words of its own; left out, it is `text`. */
  short?: string
  error: unknown
  onRetry: () => void
}

/** Something of a screen could not be loaded: said in its place with the reason, and in a toast that stays as long. */
export function LoadFailure({ text, short = text, error, onRetry }: LoadFailureProps) {
  const { message, requestId } = describeError(error, short)
  useEffect(() => {
    toast.error(short, { id: short, duration: Infinity })
    return () => void toast.dismiss(short)
  }, [short])
  return <ErrorState text={`${text}: ${message}`} requestId={requestId} onRetry={onRetry} />
}
