import { useMutation, useQuery } from '@apollo/client/react'
import { useEffect, useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { BROKER_CONSENT_TEXT } from '../../../schema/brokerMessages.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { describeOpen, LEAVE_WORD, LEFT_OPEN } from '../../../schema/openAtBroker.ts'
import { describeError } from '../../gql/describeError.ts'
import {
  BrokerStatusDocument,
  ComplianceConcernsMeDocument,
  ConnectBrokerWithPinDocument,
  OpenAtBrokerDocument,
  type BrokerSignInInput,
} from '../../gql/generated/graphql.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { useCheckedForm } from '../../ui/forms/useCheckedForm.ts'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { WordField } from '../../ui/WordField.tsx'
import { OpenList } from './OpenList.ts'
import { readSignIn } from './readSignIn.ts'
import { SIGN_IN_TAKES } from './signInTakes.ts'

const Form = styled.form`
  display: grid;
  gap: 14px;
  margin-top: 20px;

  small {
    display: block;
    margin-top: 4px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  input[type='checkbox'] {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--accent-solid);
  }
`

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font-size: var(--text-sm);
`

const EMPTY: BrokerSignInInput = { clientCode: '', pin: '', totpSecret: '', keep: false }

interface PinSignInDialogProps {
  /** The account is signed in: the broker may answer when nobody waits for it any more. */
  connected: boolean
  /** The last characters of the client code of the account before; null: there is none. */
  ending: string | null
  onClose: () => void
}

/**
 * Signs in at the broker with client code, PIN and TOTP secret, and keeps the latter two only if that is ticked. Asks to be closed once the
 * account is connected.
 */
export function PinSignInDialog({ connected, ending, onClose }: PinSignInDialogProps) {
  const [connect] = useMutation(ConnectBrokerWithPinDocument, {
    update(cache, { data }) {
      if (!data) return
      cache.writeQuery({ query: BrokerStatusDocument, data: { brokerStatus: data.connectBrokerWithPin } })
      // The navigation offers the compliance page from now on.
      cache.writeQuery({ query: ComplianceConcernsMeDocument, data: { complianceConcernsMe: true } })
    },
  })
  const { data } = useQuery(OpenAtBrokerDocument, { fetchPolicy: 'network-only', skip: ending === null })
  const open = data?.openAtBroker ?? []
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLFormElement>(null)
  const form = useCheckedForm(place, EMPTY, readSignIn)
  const { isSubmitting, errors } = form.formState
  const id = useId()

  useEffect(() => {
    if (connected) onClose()
  }, [connected, onClose])

  async function submit(input: BrokerSignInInput) {
    try {
      await connect({ variables: { input: { ...input, leaving: typed.trim() || null } } })
      toast.success('Your broker account is connected.')
    } catch (error) {
      showFailure(form, 'Failed to connect the broker', error)
      form.setError('root', { message: describeError(error).message })
    }
  }

  return (
    <Modal
      title="Connect with PIN"
      description="Signs in at the broker from here, without its login page. The PIN and TOTP secret are used once and not kept, unless you save them."
      onClose={onClose}
    >
      <Form ref={place} noValidate onSubmit={submitOnce(form, submit)}>
        {errors.root === undefined ? null : <Alert>{errors.root.message}</Alert>}
        <TextField
          label="Client code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...bindField(form, 'clientCode')}
          disabled={isSubmitting}
        />
        <TextField
          label="PIN"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LIMITS.broker.pin.digits}
          {...bindField(form, 'pin')}
          disabled={isSubmitting}
        />
        <div>
          <TextField
            label="TOTP secret"
            type="password"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-secret`}
            {...bindField(form, 'totpSecret')}
            disabled={isSubmitting}
          />
          <small id={`${id}-secret`}>The key under the broker's QR code (letters and digits), not a six-digit code.</small>
        </div>
        <Choice>
          <input type="checkbox" aria-describedby={`${id}-consent`} {...form.register('keep')} disabled={isSubmitting} />
          Save my PIN and TOTP secret to sign in automatically every morning
        </Choice>
        <small id={`${id}-consent`}>
          By ticking this, you agree: {BROKER_CONSENT_TEXT} You can disconnect at any time. Without it, you connect again on each trading
          day.
        </small>
        {open.length === 0 ? null : (
          <div>
            <small>LIVE and open at your account …{ending}:</small>
            <OpenList>
              {open.map((one, i) => (
                <li key={i}>{describeOpen(one)}</li>
              ))}
            </OpenList>
            <small>
              Connecting that account again changes nothing for them. Another account is refused, unless you leave them:{' '}
              {LEFT_OPEN['another account']}
            </small>
            <WordField
              word={LEAVE_WORD}
              purpose="to leave them (only for another account)"
              value={typed}
              disabled={isSubmitting}
              onChange={setTyped}
            />
          </div>
        )}
        <Button type="submit" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Connecting...' : 'Connect'}
        </Button>
        <small role="status">{isSubmitting ? SIGN_IN_TAKES : ''}</small>
      </Form>
    </Modal>
  )
}
