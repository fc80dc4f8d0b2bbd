import { useForm } from 'react-hook-form'
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

/** Notifications by a Telegram bot of the user's own. */
export function TelegramChannel({ settings }: { settings: NotificationSettingsPartsFragment }) {
  const { change, loading } = useSettingsChange()
  const form = useForm({ defaultValues: { telegramBot: { token: '', chatId: '' } } })
  const bot = settings.telegramBot ?? null

  async function save(telegramBot: { token: string; chatId: string } | null) {
    try {
      await change({ telegramBot })
      form.setValue('telegramBot.token', '')
      toast.success(telegramBot ? 'Telegram bot saved. Send a test to see whether it reaches you.' : 'Telegram bot removed.')
    } catch (error) {
      showFailure(form, 'Failed to save the Telegram bot', error)
    }
  }

  if (bot)
    return (
      <ChannelFrame
        title="Telegram"
        text={
          <>
            Your bot (token …{bot.tokenEnding}) writes to the chat {bot.chatId}.
          </>
        }
        problem={problemOf(settings, 'TELEGRAM')}
      >
        <PausedChannel settings={settings} channel="TELEGRAM" />
        <ChannelActions>
          {settings.suspended.includes('TELEGRAM') ? null : <TestButton channel="TELEGRAM" />}
          <Button $look="quiet" type="button" aria-disabled={loading} onClick={() => (loading ? undefined : void save(null))}>
            Remove the bot
          </Button>
        </ChannelActions>
      </ChannelFrame>
    )
  return (
    <ChannelFrame
      title="Telegram"
      text="Create a bot with @BotFather, send it a message, and enter its token and your chat ID. The token is encrypted and never shown again."
    >
      <ChannelForm
        noValidate
        onSubmit={submitOnce(form, ({ telegramBot: { token, chatId } }) => save({ token: token.trim(), chatId: chatId.trim() }))}
      >
        <TextField
          label="Bot token"
          type="password"
          autoComplete="off"
          placeholder="123456789:ABC…"
          {...bindField(form, 'telegramBot.token')}
        />
        <TextField label="Chat" autoComplete="off" placeholder="123456789 or @channel" {...bindField(form, 'telegramBot.chatId')} />
        <Button type="submit" aria-disabled={loading}>
          {loading ? 'Saving...' : 'Save Bot'}
        </Button>
      </ChannelForm>
    </ChannelFrame>
  )
}
