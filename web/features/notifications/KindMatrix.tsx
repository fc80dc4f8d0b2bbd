import { styled } from 'styled-components'
import { ALWAYS_TOLD, NOTIFICATION_KINDS, NOTIFICATION_KIND_TEXTS, type NotificationKind } from '../../../schema/notificationKinds.ts'
import type { NotificationSettingsPartsFragment } from '../../gql/generated/graphql.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { useSettingsChange } from './useSettingsChange.ts'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--text-sm);

  th {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }

  thead th:not(:first-child) {
    width: 58px;
    font-size: 11px;
  }

  tbody th {
    padding-right: 8px;
    color: var(--text);
    font-size: var(--text-sm);
    font-weight: 500;
    text-align: left;
  }

  tbody tr {
    border-top: 1px solid var(--line);
  }

  td {
    padding: 0;
    text-align: center;
  }

  /* The finger's target is the whole cell. */
  td label {
    display: grid;
    place-items: center;
    min-height: 44px;
    cursor: pointer;
  }

  input {
    width: 18px;
    height: 18px;
    accent-color: var(--accent-solid);
  }

  input:disabled {
    opacity: 0.45;
  }
`

const COLUMNS = [
  { route: 'inApp', label: 'Here', sentence: 'here' },
  { route: 'email', label: 'E-mail', sentence: 'by e-mail' },
  { route: 'telegram', label: 'Telegram', sentence: 'by Telegram' },
  { route: 'webhook', label: 'Webhook', sentence: 'by webhook' },
] as const
type Route = (typeof COLUMNS)[number]['route']

/** Which kinds go to which channel, each a checkbox that takes effect at once. */
export function KindMatrix({ settings }: { settings: NotificationSettingsPartsFragment }) {
  const { change } = useSettingsChange()

  async function toggle(route: Route, kind: NotificationKind) {
    const chosen = settings[route]
    const kinds = chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]
    try {
      await change({ [route]: kinds }, { ...settings, [route]: kinds })
    } catch (error) {
      toastFailure('Failed to save the notification settings', error)
    }
  }

  const ready: Record<Route, boolean> = {
    inApp: true,
    email: settings.emailVerified,
    telegram: settings.telegramBot != null,
    webhook: settings.webhookUrl != null,
  }
  return (
    <Table>
      <caption className="visually-hidden">What you are notified of, and where</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Kind</span>
          </th>
          {COLUMNS.map(({ route, label }) => (
            <th key={route} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{NOTIFICATION_KIND_TEXTS[kind]}</th>
            {COLUMNS.map(({ route, sentence }) => {
              const always = kind === ALWAYS_TOLD && (route === 'inApp' || route === 'email')
              return (
                <td key={route}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${NOTIFICATION_KIND_TEXTS[kind]} ${sentence}`}
                      checked={always || settings[route].includes(kind)}
                      disabled={always || !ready[route]}
                      onChange={() => void toggle(route, kind)}
                    />
                  </label>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
