import { Download, Plus, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { TableName, TableRow } from '../../../schema/market/rowKeys.ts'
import { TABLE_COLUMNS, TABLE_NAMES } from '../../../schema/market/tableColumns.ts'
import type { ManagedMarketPartsFragment, MarketChangeInput } from '../../gql/generated/graphql.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.ts'
import { Select } from '../../ui/Select.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Field } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { editedTables, type RowEdit } from './editedTables.ts'
import { readMarketFile } from './readMarketFile.ts'
import { RowDialog } from './RowDialog.tsx'
import { TableRows } from './TableRows.tsx'
import { tablesOf } from './tablesOf.ts'
import { VixDays } from './VixDays.tsx'

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;
  margin-bottom: 12px;

  & > ${Field} {
    flex: 1 1 14rem;
    max-width: 24rem;
  }
`

const Waiting = styled(Bar)`
  align-items: center;
  padding: 10px 12px;
  border: 1px solid var(--warning);
  border-radius: var(--radius-sm);
  font-size: var(--text-sm);

  p {
    flex: 1 1 12rem;
  }
`

interface MarketTablesCardProps {
  readonly market: ManagedMarketPartsFragment
  /** Made and not saved yet. */
  readonly edits: readonly RowEdit[]
  readonly onEdits: (edits: readonly RowEdit[]) => void
  /** All edits and this one, as a change of what is in force. */
  readonly changeWith: (edit: RowEdit) => MarketChangeInput
  readonly onPreview: () => void
  readonly onImport: (input: MarketChangeInput) => void
}

/** One table at a time, its rows to be edited; files in and out. */
export function MarketTablesCard({ market, edits, onEdits, changeWith, onPreview, onImport }: MarketTablesCardProps) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<TableName | 'vix'>('holidays')
  const [editing, setEditing] = useState<{ readonly table: TableName; readonly row: TableRow | null } | null>(null)
  const tables = editedTables(tablesOf(market), edits)

  async function take(chosen: File | undefined) {
    if (!chosen) return
    try {
      onImport(await readMarketFile(chosen))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : `${chosen.name} cannot be read.`)
    }
  }

  return (
    <SettingsCard
      id="market-tables"
      title="Market tables"
      text="Rules of the exchanges and the tax office, with the dates they take effect. Engine and gateway apply a change at once; a sandbox keeps the tables it shipped with."
      action={
        <Bar>
          <Button $look="quiet" type="button" onClick={() => file.current?.click()}>
            <Upload size={16} aria-hidden /> Import a file
          </Button>
          <input
            ref={file}
            hidden
            type="file"
            accept=".json,.csv"
            aria-label="File to import"
            onChange={({ target }) => {
              void take(target.files?.[0])
              // The same file may be chosen again once it is fixed.
              target.value = ''
            }}
          />
          <Button
            $look="quiet"
            type="button"
            onClick={() => saveFile('market-tables.json', new Blob([JSON.stringify(market.tables, null, 2)], { type: 'application/json' }))}
          >
            <Download size={16} aria-hidden /> Export
          </Button>
        </Bar>
      }
    >
      {edits.length === 0 ? null : (
        <Waiting role="status">
          <p>{edits.length === 1 ? '1 edit is' : `${edits.length} edits are`} not saved.</p>
          <Button $look="quiet" type="button" onClick={() => onEdits([])}>
            Discard
          </Button>
          <Button type="button" onClick={onPreview}>
            Preview and save
          </Button>
        </Waiting>
      )}
      <Bar>
        <Field>
          <label htmlFor={id}>Table</label>
          <Select id={id} value={shown} onChange={({ target }) => setShown(TABLE_NAMES.find((name) => name === target.value) ?? 'vix')}>
            {TABLE_NAMES.map((name) => (
              <option key={name} value={name}>
                {TABLE_COLUMNS[name].title}
              </option>
            ))}
            <option value="vix">Volatility: daily India VIX</option>
          </Select>
        </Field>
        {shown === 'vix' ? null : (
          <Button $look="quiet" type="button" onClick={() => setEditing({ table: shown, row: null })}>
            <Plus size={16} aria-hidden /> Add a row
          </Button>
        )}
      </Bar>
      {shown === 'vix' ? (
        <VixDays vix={market.vix} />
      ) : (
        <TableRows
          table={shown}
          tables={tables}
          onEdit={(row) => setEditing({ table: shown, row })}
          onRemove={(row) => onEdits([...edits, { table: shown, before: row, after: null }])}
        />
      )}
      {editing ? (
        <RowDialog
          table={editing.table}
          row={editing.row}
          changeWith={(after) => changeWith({ table: editing.table, before: editing.row, after })}
          onDone={(after) => {
            onEdits([...edits, { table: editing.table, before: editing.row, after }])
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </SettingsCard>
  )
}
