import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { styled } from 'styled-components'
import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { bindField } from '../../ui/forms/bindField.ts'
import { showFailure } from '../../ui/forms/showFailure.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { ChannelActions } from './ChannelActions.ts'
import { ChannelForm } from './ChannelForm.ts'
import { ChannelFrame, problemOf } from './ChannelFrame.tsx'
import { PausedChannel } from './PausedChannel.tsx'
import { TestButton } from './TestButton.tsx'
import { useSettingsChange } from './useSettingsChange.ts'

const Secret = styled.div`
  padding: 12px 16px;
  border: 1px solid var(--warning);
  border-radius: var(--radius-sm);
  background: var(--warning-soft);
  font-size: var(--text-sm);

  code {
    display: block;
    margin-top: 6px;
    overflow-wrap: anywhere;
    user-select: all;
  }
`

/** Notifications as signed JSON to an address of the user's own. */
export function WebhookChannel({ settings }: { settings: NotificationSettingsPartsFragment }) {
  const { change, loading } = useSettingsChange()
  const form = useForm({ defaultValues: { webhookUrl: '' } })
  /** Shown until the page is left: the server does not give it again. */
  const [secret, setSecret] = useState<string | null>(null)
  const current = settings.webhookUrl ?? null

  async function save(webhookUrl: string | null) {
    try {
      const saved = await change({ webhookUrl })
      form.setValue('webhookUrl', '')
      setSecret(saved?.webhookSecret ?? null)
      toast.success(webhookUrl === null ? 'Webhook removed.' : 'Webhook saved.')
    } catch (error) {
      showFailure(form, 'Failed to save the webhook', error)
    }
  }

  if (current !== null)
    return (
      <ChannelFrame title="Webhook" text={`Signed JSON is posted to ${current}`} problem={problemOf(settings, 'WEBHOOK')}>
        {secret === null ? null : (
          <Secret role="status">
            Keep this secret: it is shown only now. The header Sakha-Signature is made with it.
            <code>{secret}</code>
          </Secret>
        )}
        <PausedChannel settings={settings} channel="WEBHOOK" />
        <ChannelActions>
          {settings.suspended.includes('WEBHOOK') ? null : <TestButton channel="WEBHOOK" />}
          <Button $look="quiet" type="button" aria-disabled={loading} onClick={() => (loading ? undefined : void save(null))}>
            Remove the webhook
          </Button>
        </ChannelActions>
      </ChannelFrame>
    )
  return (
    <ChannelFrame title="Webhook" text="For your own programs: each notification is posted as JSON, signed with a secret shown here once.">
      <ChannelForm noValidate onSubmit={submitOnce(form, ({ webhookUrl }) => save(webhookUrl.trim()))}>
        <TextField
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://example.com/hook"
          {...bindField(form, 'webhookUrl')}
        />
        <Button type="submit" aria-disabled={loading}>
          {loading ? 'Saving...' : 'Save Webhook'}
        </Button>
      </ChannelForm>
    </ChannelFrame>
  )
}
