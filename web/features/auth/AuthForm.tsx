import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { styled } from 'styled-components'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { toast, wantToaster } from '../../ui/toast.ts'

const Fields = styled.fieldset`
  display: grid;
  gap: 14px;
  min-width: 0;
  margin: 20px 0 0;
  padding: 0;
  border: 0;
`

const Submit = styled(Button)`
  min-height: 44px;
  margin-top: 4px;
  font-size: var(--text-md);
`

interface AuthFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  submit: string
  loading: string
  /** Resolves with the message for the user when it failed, else with null. */
  onSubmit: (fields: Values) => Promise<string | null>
  /** Below the button. */
  more?: ReactNode
  children: ReactNode
}

/** Fields and their button: all disabled while they are sent; a failure appears above them and in a toast, and the focus is restored. */
export function AuthForm<Values extends FieldValues>({ form, submit, loading, onSubmit, more, children }: AuthFormProps<Values>) {
  const { isSubmitting, errors } = form.formState
  const focused = useRef<Element | null>(null)
  useEffect(wantToaster, [])

  // A disabled element loses the focus, and keyboard users their place.
  useEffect(() => {
    if (!isSubmitting && focused.current instanceof HTMLElement) focused.current.focus()
  }, [isSubmitting])

  async function send(fields: Values) {
    const failure = await onSubmit(fields)
    if (failure === null) return
    form.setError('root', { message: failure })
    toast.error(failure)
  }

  function start(event: FormEvent) {
    focused.current = document.activeElement
    void form.handleSubmit(send)(event)
  }

  return (
    <form onSubmit={start}>
      <Fields disabled={isSubmitting}>
        {errors.root === undefined ? null : <Alert>{errors.root.message}</Alert>}
        {children}
        <Submit type="submit">{isSubmitting ? loading : submit}</Submit>
        {more}
      </Fields>
    </form>
  )
}
