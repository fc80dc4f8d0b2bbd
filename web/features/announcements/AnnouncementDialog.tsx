import { useMutation } from '@apollo/client/react'
import { useId, useState } from 'react'
import { toast } from 'sonner'
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
import { Alert } from '../../ui/Alert.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, Input, TextField } from '../../ui/TextField.tsx'
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

/** A moment as a field of the browser for date and time writes it, in India. */
const written = (at: number) => istIso(at).slice(0, 16)

interface AnnouncementDialogProps {
  /** Null: a new one. */
  readonly announcement: ManagedAnnouncementPartsFragment | null
  readonly onClose: () => void
}

/** Writes an announcement. */
export function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const ids = { text: useId(), audience: useId() }
  const [text, setText] = useState(announcement?.text ?? '')
  const [from, setFrom] = useState(() => written(announcement ? Date.parse(announcement.from) : Date.now()))
  const [to, setTo] = useState(() => written(announcement ? Date.parse(announcement.to) : Date.now() + DAY))
  const [audience, setAudience] = useState<Audience>(announcement?.audience ?? 'EVERYONE')
  const [refusal, setRefusal] = useState<string | null>(null)
  const refetched = { refetchQueries: [ManagedAnnouncementsDocument] }
  const [publish, publishing] = useMutation(PublishAnnouncementDocument, refetched)
  const [change, changing] = useMutation(ChangeAnnouncementDocument, refetched)
  const busy = publishing.loading || changing.loading

  async function submit() {
    const input = { text, from: `${from}:00+05:30`, to: `${to}:00+05:30`, audience }
    try {
      if (announcement) await change({ variables: { id: announcement.id, updatedAt: announcement.updatedAt, input } })
      else await publish({ variables: { input } })
      toast.success(announcement ? 'Announcement changed.' : 'Announcement published.')
      onClose()
    } catch (error) {
      setRefusal(describeError(error, 'Failed to save the announcement').message)
    }
  }

  return (
    <Modal
      title={announcement ? 'Change the announcement' : 'New announcement'}
      description="Shown as a banner on every page to those it is for, until they dismiss it or its time is over."
      onClose={onClose}
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void submit()
        }}
      >
        {refusal === null ? null : <Alert>{refusal}</Alert>}
        <Field>
          <label htmlFor={ids.text}>Text</label>
          <Input
            as="textarea"
            id={ids.text}
            maxLength={LIMITS.announcements.text.max}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <TextField label="From (IST)" type="datetime-local" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField label="To (IST)" type="datetime-local" value={to} onChange={({ target }) => setTo(target.value)} />
        <Field>
          <label htmlFor={ids.audience}>For</label>
          <Select
            id={ids.audience}
            value={audience}
            onChange={({ target }) => setAudience(AUDIENCES.find((each) => each === target.value) ?? 'EVERYONE')}
          >
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
          <Button type="submit" $busy={busy}>
            {announcement ? 'Save' : 'Publish'}
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}
