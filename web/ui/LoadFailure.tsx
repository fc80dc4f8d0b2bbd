import { useEffect } from 'react'
import { toast } from 'sonner'
import { describeError } from '../gql/describeError.ts'
import { ErrorState } from './ErrorState.tsx'

interface LoadFailureProps {
  /** What did not work, in words of the screen. */
  text: string
  error: unknown
  onRetry: () => void
}

/** Something of a screen could not be loaded: said in its place with the reason, and in a toast that stays as long. */
export function LoadFailure({ text, error, onRetry }: LoadFailureProps) {
  const { message, requestId } = describeError(error)
  useEffect(() => {
    toast.error(text, { id: text, duration: Infinity })
    return () => void toast.dismiss(text)
  }, [text])
  return <ErrorState text={`${text}: ${message}`} requestId={requestId} onRetry={onRetry} />
}
