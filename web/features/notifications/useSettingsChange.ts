import { useMutation } from '@apollo/client/react'
import {
  NotificationSettingsDocument,
  UpdateNotificationSettingsDocument,
  type NotificationSettingsInput,
  type NotificationSettingsPartsFragment,
  type UpdateNotificationSettingsMutation,
} from '../../gql/generated/graphql.ts'

/** Changes notification settings and updates the screen. `expected`: shown until the server has answered. */
export function useSettingsChange() {
  const [update, { loading }] = useMutation(UpdateNotificationSettingsDocument)

  async function change(
    input: NotificationSettingsInput,
    expected?: NotificationSettingsPartsFragment,
  ): Promise<UpdateNotificationSettingsMutation['updateNotificationSettings'] | null> {
    const { data } = await update({
      variables: { input },
      ...(expected ? { optimisticResponse: { updateNotificationSettings: { settings: expected, webhookSecret: null } } } : {}),
      update(cache, { data: changed }) {
        if (!changed) return
        const { settings } = changed.updateNotificationSettings
        cache.writeQuery({ query: NotificationSettingsDocument, data: { notificationSettings: settings } })
      },
    })
    return data?.updateNotificationSettings ?? null
  }

  return { change, loading }
}
