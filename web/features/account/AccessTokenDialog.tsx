import { useMutation } from '@apollo/client/react'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import type { Role } from '../../../schema/roles.ts'
import { scopesOf } from '../../../schema/tokenScopes.ts'
import {
  AccessTokensDocument,
  AccountActivityDocument,
  CreateAccessTokenDocument,
  type NewAccessTokenPartsFragment,
  type AccessTokenInput,
} from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { SCOPE_TEXTS, SCOPES } from './scopeTexts.ts'

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 20px;

  fieldset {
    display: grid;
    gap: 10px;
    border: 0;
    padding: 0;
  }

  legend {
    margin-bottom: 6px;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  fieldset label {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    min-height: 24px;
    font-size: var(--text-sm);
  }

  fieldset input {
    flex: none;
    width: 18px;
    height: 18px;
    margin-top: 2px;
  }

  fieldset small {
    display: block;
    color: var(--muted);
    font-size: var(--text-xs);
  }
`

const LIVES = [
  { days: 7, text: '7 days' },
  { days: 30, text: '30 days' },
  { days: 90, text: '90 days' },
  { days: LIMITS.accessTokens.days.max, text: 'A year' },
] as const

interface AccessTokenDialogProps {
  /** Which scopes may be chosen follows from it. */
  role: Role
  onMade: (made: NewAccessTokenPartsFragment) => void
  onClose: () => void
}

const EMPTY: AccessTokenInput = { name: '', scopes: ['READ_OWN'], days: 30 }

/** Makes an access token: what to call it, what it may read, and for how long. */
export function AccessTokenDialog({ role, onMade, onClose }: AccessTokenDialogProps) {
  const [create] = useMutation(CreateAccessTokenDocument, { refetchQueries: [AccessTokensDocument, AccountActivityDocument] })
  const form = useForm({ defaultValues: EMPTY })
  const [name, scopes] = useWatch({ control: form.control, name: ['name', 'scopes'] })
  const { isSubmitting } = form.formState
  const life = useId()
  const allowed = SCOPES.filter((scope) => scopesOf(role).includes(SCOPE_TEXTS[scope].name))
  const isComplete = name.trim() !== '' && scopes.length > 0

  async function make(input: AccessTokenInput) {
    try {
      const { data } = await create({ variables: { input: { ...input, name: input.name.trim() } } })
      if (data) onMade(data.createAccessToken)
    } catch (error) {
      showFailure(form, 'Failed to create the token', error)
    }
  }

  return (
    <Modal title="New access token" description="It can read the data you choose. It cannot change anything." onClose={onClose}>
      <Form onSubmit={submitOnce(form, make)}>
        <TextField
          label="Name"
          placeholder="Notebook"
          maxLength={LIMITS.accessTokens.name.max}
          autoComplete="off"
          {...bindField(form, 'name')}
        />
        <fieldset>
          <legend>What it can read</legend>
          {allowed.map((scope) => (
            <label key={scope}>
              <input type="checkbox" value={scope} {...form.register('scopes')} />
              <span>
                {SCOPE_TEXTS[scope].name}
                <small>{SCOPE_TEXTS[scope].text}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <Field>
          <label htmlFor={life}>Expires after</label>
          <Select id={life} {...form.register('days', { valueAsNumber: true })}>
            {LIVES.map((choice) => (
              <option key={choice.days} value={choice.days}>
                {choice.text}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" $busy={isSubmitting} disabled={!isComplete}>
            Create token
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
