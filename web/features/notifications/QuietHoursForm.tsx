import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { ChannelFrame } from './ChannelFrame.tsx'
import { useSettingsChange } from './useSettingsChange.ts'

const Times = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 12px;

  & > div {
    flex: 0 1 9rem;
  }
`

type QuietHours = Pick<NonNullable<NotificationSettingsPartsFragment['quietHours']>, 'from' | 'until'>

/** When nothing is sent outside. */
export function QuietHoursForm({ quietHours }: { quietHours: QuietHours | null }) {
  const { change, loading } = useSettingsChange()
  const form = useForm({ defaultValues: { from: quietHours?.from ?? '22:00', until: quietHours?.until ?? '07:00' } })

  async function save(hours: QuietHours | null) {
    if (loading) return
    try {
      await change({ quietHours: hours })
      toast.success(hours ? `Quiet from ${hours.from} to ${hours.until} IST.` : 'No quiet hours.')
    } catch (error) {
      toastFailure('Failed to save the quiet hours', error)
    }
  }

  const state = quietHours ? `No messages from ${quietHours.from} to ${quietHours.until} IST` : 'No quiet hours are set'
  return (
    <ChannelFrame title="Quiet hours" text={`${state}. Notifications still appear in the list here, and security messages are still sent.`}>
      <Times onSubmit={submitOnce(form, save)}>
        <TextField label="From" type="time" required {...form.register('from')} />
        <TextField label="Until" type="time" required {...form.register('until')} />
        <Button type="submit" aria-disabled={loading}>
          Save Quiet Hours
        </Button>
        {quietHours ? (
          <Button $look="quiet" type="button" aria-disabled={loading} onClick={() => (loading ? undefined : void save(null))}>
            Turn off
          </Button>
        ) : null}
      </Times>
    </ChannelFrame>
  )
}
