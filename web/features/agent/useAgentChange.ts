import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import {
  AgentStatusDocument,
  ConfirmAgentLiveDocument,
  ToggleAgentDocument,
  ShellStateDocument,
  TriggerAgentAnalysisDocument,
  UpdateAgentMandateDocument,
  UpdateAgentSettingsDocument,
  type AgentMandateInput,
  type AgentSettingsInput,
} from '../../gql/generated/graphql.ts'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

export type AgentChange = ReturnType<typeof useAgentChange>

/** Changes the user's agent, one call at a time, reports the outcome and reloads the status. */
export function useAgentChange() {
  const reading = { refetchQueries: [AgentStatusDocument], awaitRefetchQueries: true }
  const [toggle] = useMutation(ToggleAgentDocument, reading)
  const [update] = useMutation(UpdateAgentSettingsDocument, { ...reading, refetchQueries: [AgentStatusDocument, ShellStateDocument] })
  const [permit] = useMutation(UpdateAgentMandateDocument, reading)
  const [confirm] = useMutation(ConfirmAgentLiveDocument, { ...reading, refetchQueries: [AgentStatusDocument, ShellStateDocument] })
  const [trigger] = useMutation(TriggerAgentAnalysisDocument, reading)
  const [busy, setBusy] = useState(false)

  /** Resolves with whether it was done; `failed` gets the error. */
  async function run(change: () => Promise<string>, failed: (error: unknown) => void): Promise<boolean> {
    setBusy(true)
    try {
      toast.success(await change())
      return true
    } catch (error) {
      failed(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    toggle: (enabled: boolean, settings: AgentSettingsInput) =>
      run(
        async () => {
          await toggle({ variables: { enabled, settings } })
          return `AI Trading ${enabled ? 'Enabled' : 'Disabled'} Successfully!`
        },
        (error) => toastFailure('Error toggling AI trading', error, 'Failed to toggle AI trading'),
      ),
    save: (settings: AgentSettingsInput, failed: (error: unknown) => void) =>
      run(async () => {
        await update({ variables: { settings } })
        return 'AI Trading Settings Updated Successfully'
      }, failed),
    /** `done`: the outcome, for the toast. */
    permit: (mandate: AgentMandateInput, done: string) =>
      run(
        async () => {
          await permit({ variables: { mandate } })
          return done
        },
        (error) => toastFailure('Error updating AI settings', error, 'Failed to update AI settings'),
      ),
    confirmLive: (index: string, typed: string) =>
      run(
        async () => {
          await confirm({ variables: { index, typed } })
          return `The agent may trade ${index} live with these lots.`
        },
        (error) => toastFailure('Error confirming live trading', error, 'Failed to confirm live trading'),
      ),
    trigger: () =>
      run(
        async () => {
          await trigger()
          return 'Manual Analysis Triggered'
        },
        (error) => toastFailure('Error triggering analysis', error, 'Failed to trigger analysis'),
      ),
  }
}
