import { useApolloClient, useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import {
  BeginTwoFactorDocument,
  RenewRecoveryCodesDocument,
  TurnOffTwoFactorDocument,
  type BeginTwoFactorMutation,
} from '../../gql/generated/graphql.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { TwoFactorDialog } from './TwoFactorDialog.tsx'

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;

  span {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

type Step =
  | { readonly name: 'scan'; readonly setup: BeginTwoFactorMutation['beginTwoFactor'] }
  | { readonly name: 'keep'; readonly codes: readonly string[] }
  | { readonly name: 'turnOff' }

/** A second step of the sign-in by an authenticator app: on, off, and the codes for when the app is lost. */
export function TwoFactor({ on, emailVerified }: { on: boolean; emailVerified: boolean }) {
  const client = useApolloClient()
  const [begin] = useMutation(BeginTwoFactorDocument)
  const [turnOff] = useMutation(TurnOffTwoFactorDocument)
  const [renew] = useMutation(RenewRecoveryCodesDocument)
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)

  async function run(failed: string, change: () => Promise<void>) {
    setBusy(true)
    try {
      await change()
    } catch (error) {
      toastFailure(failed, error)
    } finally {
      setBusy(false)
    }
  }

  const start = () =>
    run('Two-factor sign-in could not be set up', async () => {
      const { data } = await begin()
      if (data) setStep({ name: 'scan', setup: data.beginTwoFactor })
    })
  const renewCodes = () =>
    run('New recovery codes could not be created', async () => {
      const { data } = await renew({ refetchQueries: 'active' })
      if (data) setStep({ name: 'keep', codes: data.renewRecoveryCodes.codes })
    })
  const end = () =>
    run('Two-factor sign-in could not be turned off', async () => {
      await turnOff({ refetchQueries: 'active', awaitRefetchQueries: true })
      toast.success('Two-factor sign-in is off.')
    })

  return (
    <SettingsCard
      id="two-factor"
      title="Two-factor sign-in"
      text="Signing in also needs a code from an authenticator app on your phone, so a stolen password is not enough."
      action={<Badge $tone={on ? 'good' : 'neutral'}>{on ? 'On' : 'Off'}</Badge>}
    >
      <Actions>
        {on ? (
          <>
            <Button $look="quiet" type="button" $busy={busy} onClick={() => void renewCodes()}>
              New recovery codes
            </Button>
            <Button $look="danger" type="button" $busy={busy} onClick={() => setStep({ name: 'turnOff' })}>
              Turn off
            </Button>
          </>
        ) : (
          <>
            <Button type="button" $busy={busy} disabled={!emailVerified} onClick={() => void start()}>
              Set up
            </Button>
            {emailVerified ? null : <span>Confirm your email first.</span>}
          </>
        )}
      </Actions>
      {step?.name === 'scan' ? (
        <TwoFactorDialog
          setup={step.setup}
          onConfirmed={(codes) => {
            setStep({ name: 'keep', codes })
            void client.refetchQueries({ include: 'active' })
          }}
          onClose={() => setStep(null)}
        />
      ) : null}
      {step?.name === 'keep' ? <RecoveryCodesDialog codes={step.codes} onClose={() => setStep(null)} /> : null}
      {step?.name === 'turnOff' ? (
        <ConfirmDialog
          title="Turn off two-factor sign-in?"
          consequence="Your password alone will open your account. Your recovery codes are void, and all other devices are signed out."
          confirmLabel="Turn off"
          onCancel={() => setStep(null)}
          onConfirm={() => {
            setStep(null)
            void end()
          }}
        />
      ) : null}
    </SettingsCard>
  )
}
