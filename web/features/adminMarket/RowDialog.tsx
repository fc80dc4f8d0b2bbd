import { useApolloClient } from '@apollo/client/react'
import { useId, useState } from 'react'
import { useForm, type UseFormRegisterReturn } from 'react-hook-form'
import { styled } from 'styled-components'
import { TABLE_COLUMNS } from '../../../schema/market/tableColumns.ts'
import type { TableName, TableRow } from '../../../schema/market/rowKeys.ts'
import { PreviewMarketDocument, type MarketChangeInput, type PreviewMarketQuery } from '../../gql/generated/graphql.ts'
import { Button } from '../../ui/Button.ts'
import { DialogActions } from '../../ui/DialogActions.ts'
import { submitOnce } from '../../ui/forms/submitOnce.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.ts'
import { Field, TextField } from '../../ui/TextField.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'
import { Mistakes } from './Mistakes.tsx'
import { ROW_FIELDS, rowOf, textsOf, type RowField } from './rowFields.ts'

const Form = styled.form`
  display: grid;
  gap: 12px;
  margin-top: 16px;
`

interface RowDialogProps {
  readonly table: TableName
  /** Null: a new one. */
  readonly row: TableRow | null
  /** All tables with the row in its place, as a change of the current ones. */
  readonly changeWith: (row: TableRow) => MarketChangeInput
  readonly onDone: (row: TableRow) => void
  readonly onClose: () => void
}

/** The values of one row. They are checked against the rules at once, together with all earlier edits; nothing is stored. */
export function RowDialog({ table, row, changeWith, onDone, onClose }: RowDialogProps) {
  const client = useApolloClient()
  const form = useForm({ defaultValues: textsOf(table, row) })
  const [mistakes, setMistakes] = useState<PreviewMarketQuery['previewMarket']['mistakes']>([])

  async function save(texts: Readonly<Record<string, string>>) {
    const edited = rowOf(table, texts)
    try {
      const variables = { input: changeWith(edited) }
      const { data } = await client.query({ query: PreviewMarketDocument, variables, fetchPolicy: 'network-only' })
      const found = data?.previewMarket.mistakes ?? []
      if (found.length === 0) return onDone(edited)
      setMistakes(found)
    } catch (error) {
      toastFailure('Failed to check the row', error)
    }
  }

  return (
    <Modal
      title={row === null ? 'Add a row' : 'Edit a row'}
      description={`${TABLE_COLUMNS[table].title}. To change rows that depend on each other, import a file.`}
      onClose={onClose}
    >
      <Form noValidate onSubmit={submitOnce(form, save)}>
        {mistakes.length === 0 ? null : <Mistakes mistakes={mistakes} />}
        {ROW_FIELDS[table].map((field) => (
          <RowInput key={field.name} field={field} input={form.register(field.name)} />
        ))}
        <DialogActions>
          <Button $look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" $busy={form.formState.isSubmitting}>
            Apply
          </Button>
        </DialogActions>
      </Form>
    </Modal>
  )
}

interface RowInputProps {
  readonly field: RowField
  readonly input: UseFormRegisterReturn
}

function RowInput({ field: { label, kind, choices, optional }, input }: RowInputProps) {
  const id = useId()
  if (!choices)
    return (
      <TextField
        label={kind === 'date' ? `${label}, YYYY-MM-DD` : label}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        {...input}
      />
    )
  return (
    <Field>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...input}>
        {optional ? <option value="">None</option> : null}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </Select>
    </Field>
  )
}
