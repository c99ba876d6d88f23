/** @jsxRuntime automatic */
/** @jsxImportSource react */
'use client'

import { useState } from 'react'
import { Avatar, Day } from './person.jsx'
import { scoreWords } from './words.mjs'

const windows = { All: '', Year: '?window=year', Month: '?window=month', Week: '?window=week', Today: '?window=day' }
const SHAPE =
  'M20 1.5 24.3 6.6 30.9 5.1 31.6 11.8 37.9 14.3 34.8 20.3 38.5 25.9 32.7 29.3 32.6 36 26 35.2 21.4 40 16.5 35.5 10 36.9 9 30.2 2.6 28 5.3 21.8 1.3 16.4 6.9 12.6 6.6 5.9 13.3 6.3z'

/** A client component, because new scores would be added in the browser. */
export function Board({ machine, rows }) {
  const [shown] = useState(rows)
  return (
    <section className="section" aria-label="Board">
      <nav className="tabs" aria-label="Time span">
        {Object.entries(windows).map(([words, query]) => (
          <a key={words} className="tab" href={`/machines/${machine.machineId}${query}`}>
            {words}
          </a>
        ))}
      </nav>
      <table className="board">
        <caption className="hidden">{machine.name}, all time</caption>
        <thead className="hidden">
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Player</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, i) => (
            <Row key={row._id} row={row} rank={i + 1} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Badge = ({ rank }) => (
  <span className="badge">
    {rank <= 3 && (
      <svg className="shape" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <path d={SHAPE} />
      </svg>
    )}
    <span className="number" aria-hidden="true">
      {rank}
    </span>
    <span className="hidden">{rank}. place</span>
  </span>
)

const Row = ({ row, rank }) => (
  <tr className="row" data-row={row._id} data-mark={row.value}>
    <td className="rank">
      <Badge rank={rank} />
    </td>
    <th className="player" scope="row">
      <span className="room">
        <span className="person">
          <span className="face">
            <Avatar name={row.displayName} />
          </span>
          <span className="words">
            <a className="name" href={`/players/${row.username}`}>
              <span className="lines">{row.displayName}</span>
            </a>
            <span className="facts">
              <Day at={row.achievedAt} />
            </span>
          </span>
        </span>
      </span>
    </th>
    <td className="value">
      <span className="glow" />
      <a className="open" href={`/scores/${row.scoreId}`}>
        <span className="score">{scoreWords(row.value)}</span>
      </a>
    </td>
  </tr>
)
