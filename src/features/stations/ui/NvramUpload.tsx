import { useEffect, useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncWork } from '#platform/live/use-async-work.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { FileField } from '#platform/ui/form/FileField.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useBlockReload } from '#platform/ui/use-block-reload.ts'
import { type NvramRow, stationsNvramMaps, stationsReadNvram } from '../contract/nvram.ts'
import { type ChosenNvram, readNvramFile } from './nvram-file.ts'

interface Looked {
  rows: NvramRow[]
  first: boolean
}

/**
 * A panel in which a manager of a venue uploads the file of a virtual machine: first it shows what would be reported. It is empty where the
 * operator has set up no memory maps.
 * @param stations those of the venue
 */
export function NvramUpload({ venueId, stations }: { venueId: string; stations: readonly { _id: string; machineName: string }[] }) {
  const askMaps = useMethod(stationsNvramMaps)
  const [roms, setRoms] = useState(0)
  useEffect(() => {
    askMaps({ venueId }).then(
      answer => setRoms(answer.roms),
      () => setRoms(0),
    )
  }, [askMaps, venueId])
  if (roms === 0 || stations.length === 0) return null
  return (
    <Panel title={m.stations_nvram_title()}>
      <p className={layout.muted}>{m.stations_nvram_words()}</p>
      <UploadForm venueId={venueId} stations={stations} />
      <p className={layout.small}>
        <a href="https://github.com/tomlogic/pinmame-nvram-maps">{m.stations_nvram_credit()}</a>
      </p>
    </Panel>
  )
}

function UploadForm({ venueId, stations }: { venueId: string; stations: readonly { _id: string; machineName: string }[] }) {
  const read = useMethod(stationsReadNvram)
  const { busy, error, run, forget } = useAsyncWork()
  const [picked, setPicked] = useState(stations[0]!._id)
  const [chosen, setChosen] = useState<ChosenNvram | null>(null)
  const [fileError, setFileError] = useState<string | undefined>(undefined)
  const [rom, setRom] = useState('')
  const [looked, setLooked] = useState<Looked | null>(null)
  const [done, setDone] = useState('')
  useBlockReload(chosen !== null && done === '')
  const stationId = stations.some(each => each._id === picked) ? picked : stations[0]!._id
  const change = (work: () => void): void => {
    forget()
    setLooked(null)
    setDone('')
    work()
  }
  const choose = async ([file]: File[]): Promise<void> => {
    if (file === undefined) return
    const result = await readNvramFile(file)
    change(() => {
      setChosen(result)
      setFileError(result === null ? m.stations_nvram_too_large() : undefined)
      if (result !== null) setRom(result.rom)
    })
  }
  const send = (dryRun: boolean): Promise<void> =>
    run(async () => {
      const { file, gzip } = chosen!
      const answer = await read({ venueId, stationId, rom: rom.trim(), file, gzip, dryRun })
      if (dryRun) return setLooked(answer)
      setLooked(null)
      // If the connection was lost before the answer, the file was sent again, and all of it was known by then: what was shown before was done.
      const { first, rows } = looked === null || answer.first || countNew(answer.rows) > 0 ? answer : looked
      setDone(first ? m.stations_nvram_first_done() : reportedText(countNew(rows)))
    })
  return (
    <div className={layout.stack4}>
      <Select
        label={m.stations_nvram_station()}
        value={stationId}
        choices={stations.map(({ _id, machineName }) => ({ value: _id, label: machineName }))}
        onChange={value => change(() => setPicked(value))}
      />
      <FileField
        label={m.stations_nvram_choose()}
        accept=".nv"
        fileName={chosen?.name}
        error={fileError}
        onFiles={files => void choose(files)}
      />
      {chosen !== null && (
        <>
          <TextField
            label={m.stations_nvram_rom()}
            hint={m.stations_nvram_rom_hint()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={rom}
            onChange={({ target }) => change(() => setRom(target.value))}
          />
          {looked === null && (
            <div>
              <Button busy={busy} disabled={rom.trim() === ''} onClick={() => void send(true)}>
                {m.stations_nvram_look()}
              </Button>
            </div>
          )}
        </>
      )}
      {looked !== null && <Preview {...looked} busy={busy} onReport={() => void send(false)} />}
      <FormError message={error} />
      <p role="status">{done}</p>
    </div>
  )
}

/** What stands in a file, and what would become of it. */
function Preview({ rows, first, busy, onReport }: Looked & { busy: boolean; onReport: () => void }) {
  const format = useFormatNumber()
  const canReport = first || rows.some(({ fate }) => fate === 'new')
  return (
    <div className={layout.stack3}>
      {first && <p>{m.stations_nvram_first()}</p>}
      {!first && !canReport && <p>{m.stations_nvram_nothing_new()}</p>}
      {rows.length === 0 && <p>{m.stations_nvram_no_rows()}</p>}
      <List className={layout.stack2} aria-label={m.stations_nvram_rows()}>
        {rows.map(({ label, initials, score, fate }) => (
          <li key={[label, initials, score].join(' ')} className={layout.between}>
            <span>
              <bdi className={layout.muted}>{label}</bdi> <bdi className={layout.strong}>{initials}</bdi> <bdi>{format(score)}</bdi>
            </span>
            {!first && <span className={layout.small}>{fate === 'new' ? m.stations_nvram_new() : m.stations_nvram_known()}</span>}
          </li>
        ))}
      </List>
      {canReport && (
        <div>
          <Button kind="primary" busy={busy} onClick={onReport}>
            {first ? m.stations_nvram_keep() : m.stations_nvram_report()}
          </Button>
        </div>
      )}
    </div>
  )
}

const countNew = (rows: readonly NvramRow[]): number => rows.filter(({ fate }) => fate === 'new').length

const reportedText = (count: number): string =>
  count === 0 ? m.stations_nvram_nothing_new() : m.stations_nvram_reported({ count, n: plainNumber(count) })
