import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { toast } from 'sonner'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.ts'

const Fields = styled.fieldset`
  display: grid;
  gap: 14px;
  min-width: 0;
  margin: 20px 0 0;
  padding: 0;
  border: 0;
`

const Banner = styled.p`
  padding: 10px 12px;
  border: 1px solid var(--danger);
  border-radius: var(--radius-sm);
  background: var(--danger-soft);
  color: var(--text);
  font-size: var(--text-sm);
`

const Submit = styled(Button)`
  min-height: 44px;
  margin-top: 4px;
  font-size: var(--text-md);
`

interface AuthFormProps {
  submit: string
  loading: string
  /** Resolves with what to tell the user when it did not work, else with null. */
  onSubmit: () => Promise<string | null>
  /** Below the button. */
  more?: ReactNode
  children: ReactNode
}

/** Fields and their button: all disabled while they are sent; a failure stands above them and in a toast, and the focus goes back. */
export function AuthForm({ submit, loading, onSubmit, more, children }: AuthFormProps) {
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const focused = useRef<Element | null>(null)

  // What is disabled loses the focus, and with it the place of who uses the keyboard.
  useEffect(() => {
    if (!busy && focused.current instanceof HTMLElement) focused.current.focus()
  }, [busy])

  async function send(event: FormEvent) {
    event.preventDefault()
    focused.current = document.activeElement
    setError(null)
    setBusy(true)
    const failure = await onSubmit()
    setBusy(false)
    if (failure === null) return
    setError(failure)
    toast.error(failure)
  }

  return (
    <form onSubmit={(event) => void send(event)}>
      <Fields disabled={busy}>
        {error === null ? null : <Banner role="alert">{error}</Banner>}
        {children}
        <Submit type="submit">{busy ? loading : submit}</Submit>
        {more}
      </Fields>
    </form>
  )
}
