/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { Avatar, Day } from './person.jsx'
import { scoreWords } from './words.mjs'

export const MachineHeader = ({ machine, record }) => (
  <header className="header">
    <span className="thumb" aria-hidden="true">
      <svg viewBox="0 0 96 96" className="art" aria-hidden="true" focusable="false">
        {machine.art.map(path => (
          <path key={path} d={path} />
        ))}
        <text x="48" y="50" fontSize="42" textAnchor="middle">
          {machine.name.charAt(0)}
        </text>
      </svg>
    </span>
    <div className="title">
      <h1>{machine.name}</h1>
      <p className="maker">
        {machine.manufacturer}, {machine.year}
      </p>
      <p className="facts">{machine.facts}</p>
      <p className="facts">{scoreWords(machine.players)} players on the board</p>
    </div>
    <div className="record">
      <Avatar name={record.displayName} />
      <div className="holder">
        <p className="crown">Grand champion</p>
        <p>
          <a className="player" href={`/players/${record.username}`}>
            {record.displayName}
          </a>{' '}
          <Day at={record.achievedAt} />
        </p>
      </div>
      <p className="value">
        <a href={`/scores/${record.scoreId}`}>
          <span className="hero">{scoreWords(record.value)}</span>
        </a>
      </p>
    </div>
    <div className="actions">
      <a className="button" href={`/submit?machine=${machine.machineId}`}>
        Add score
      </a>
    </div>
  </header>
)
