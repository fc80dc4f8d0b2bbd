import { useMutation } from '@apollo/client/react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import { AUDIENCES, type Audience } from '../../../schema/announcements.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { DAY, istIso } from '../../../schema/time.ts'
import { describeError } from '../../gql/describeError.ts'
import {
  ChangeAnnouncementDocument,
  ManagedAnnouncementsDocument,
  PublishAnnouncementDocument,
  type ManagedAnnouncementPartsFragment,
} from '../../gql/generated/graphql.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, Input, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { AUDIENCE_NAMES } from './audienceNames.ts'

const Form = styled.form`
  display: grid;
  gap: 12px;
  margin-top: 16px;

  textarea {
    min-height: 96px;
    padding: 10px 12px;
    resize: vertical;
  }
`

interface AnnouncementFields {
  readonly text: string
  /** As a field of the browser for date and time writes it, in India. */
  readonly from: string
  /** Likewise. */
  readonly to: string
  readonly audience: Audience
}

function fieldsOf(announcement: ManagedAnnouncementPartsFragment | null): AnnouncementFields {
  const written = (at: number) => istIso(at).slice(0, 16)
  if (!announcement) return { text: '', from: written(serverNow()), to: written(serverNow() + DAY), audience: 'EVERYONE' }
  const { text, from, to, audience } = announcement
  return { text, from: written(Date.parse(from)), to: written(Date.parse(to)), audience }
}

interface AnnouncementDialogProps {
  /** Null: a new one. */
  readonly announcement: ManagedAnnouncementPartsFragment | null
  readonly onClose: () => void
}

/** Writes an announcement. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const ids = { text: useId(), audience: useId() }
  const form = useForm({ defaultValues: fieldsOf(announcement) })
  const { errors, isSubmitting } = form.formState
  const refetched = { refetchQueries: [ManagedAnnouncementsDocument] }
  const [publish] = useMutation(PublishAnnouncementDocument, refetched)
  const [change] = useMutation(ChangeAnnouncementDocument, refetched)

  async function save({ from, to, ...rest }: AnnouncementFields) {
    const input = { ...rest, from: `${from}:00+05:30`, to: `${to}:00+05:30` }
    try {
      if (announcement) await change({ variables: { id: announcement.id, updatedAt: announcement.updatedAt, input } })
      else await publish({ variables: { input } })
      toast.success(announcement ? 'Announcement updated.' : 'Announcement published.')
      onClose()
    } catch (error) {
      form.setError('root', { message: describeError(error, 'Failed to save the announcement').message })
    }
  }

  return (
    <Modal
      title={announcement ? 'Edit announcement' : 'New announcement'}
      description="Shown as a banner on every page to its audience, until they dismiss it or it ends."
      onClose={onClose}
    >
      <Form noValidate onSubmit={submitOnce(form, save)}>
        {errors.root ? <Alert>{errors.root.message}</Alert> : null}
        <Field>
          <label htmlFor={ids.text}>Text</label>
          <Input as="textarea" id={ids.text} maxLength={LIMITS.announcements.text.max} {...form.register('text')} />
        </Field>
        <TextField label="From (IST)" type="datetime-local" {...form.register('from')} />
        <TextField label="To (IST)" type="datetime-local" {...form.register('to')} />
        <Field>
          <label htmlFor={ids.audience}>For</label>
          <Select id={ids.audience} {...form.register('audience')}>
            {AUDIENCES.map((each) => (
              <option key={each} value={each}>
                {AUDIENCE_NAMES[each]}
              </option>
            ))}
          </Select>
        </Field>
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" $busy={isSubmitting}>
            {announcement ? 'Save' : 'Publish'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
