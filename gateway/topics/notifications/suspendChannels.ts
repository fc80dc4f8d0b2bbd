import type { Transaction } from '../../../prisma/client.ts'
import type { NotificationChannel } from '../../../schema/notificationKinds.ts'

/**
 * Pauses the account's webhook and Telegram bot until its owner confirms each: whoever knew the old password may have set them up. Mail to
 * the account's own address goes on. Returns the paused ones.
 */
export async function suspendChannels(tx: Transaction, userId: string): Promise<readonly NotificationChannel[]> {
  const set = await tx.notificationSettings.findUnique({ where: { userId }, select: { sealedTelegramToken: true, webhookUrl: true } })
  const suspended: NotificationChannel[] = [
    ...(set?.sealedTelegramToken == null ? [] : (['TELEGRAM'] as const)),
    ...(set?.webhookUrl == null ? [] : (['WEBHOOK'] as const)),
  ]
  if (suspended.length > 0) await tx.notificationSettings.update({ where: { userId }, data: { suspended } })
  return suspended
}
