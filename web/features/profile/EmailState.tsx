import { useMutation } from '@apollo/client/react'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { styled } from 'styled-components'
import { ResendVerificationDocument, UpdateProfileDocument, type UserPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

const Confirmed = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-bottom: 20px;
  color: var(--good);
  font-size: var(--text-sm);
`

const Waiting = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-bottom: 20px;
  padding: 12px 16px;
  border: 1px solid var(--warning);
  border-radius: var(--radius-sm);
  background: var(--warning-soft);
  font-size: var(--text-sm);

  & > svg {
    flex: none;
    color: var(--warning);
  }

  & > p {
    flex: 1 1 14rem;
    overflow-wrap: anywhere;
  }
`

/** Whether the address is confirmed, or which one waits for that and how to proceed. */
export function EmailState({ user }: { user: UserPartsFragment }) {
  const [resend, { loading: sending }] = useMutation(ResendVerificationDocument)
  const [update, { loading: keeping }] = useMutation(UpdateProfileDocument)
  const { email, pendingEmail, emailVerified } = user
  const waiting = pendingEmail ?? (emailVerified ? null : email)
  if (waiting === null)
    return (
      <Confirmed>
        <BadgeCheck size={16} aria-hidden /> Email confirmed
      </Confirmed>
    )

  async function send(address: string) {
    try {
      await resend({ variables: { email: address } })
      toast.success(`An email to ${address} is on its way.`, { description: 'Its link works once, for 30 minutes.' })
    } catch (error) {
      toastFailure('The email could not be sent', error)
    }
  }

  async function keep() {
    try {
      await update({ variables: { input: { email } } })
      toast.success(`Your email stays ${email}.`)
    } catch (error) {
      toastFailure('Failed to update profile', error)
    }
  }

  return (
    <Waiting>
      <MailWarning size={18} aria-hidden />
      <p>
        {pendingEmail === null ? (
          <>This email is not confirmed yet. Open the link in our email to {waiting}; if it has not arrived, send it again.</>
        ) : (
          <>
            Your new email <strong>{waiting}</strong> is waiting to be confirmed: open the link we sent to it. Until then {email} stays.
          </>
        )}
      </p>
      <Button $look="quiet" type="button" $busy={sending} onClick={() => void send(waiting)}>
        {sending ? 'Sending...' : 'Send the email'}
      </Button>
      {pendingEmail === null ? null : (
        <Button $look="quiet" type="button" $busy={keeping} onClick={() => void keep()}>
          Keep the current email
        </Button>
      )}
    </Waiting>
  )
}
