import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Board } from './app/board.jsx'
import { readMachine } from './app/data.mjs'
import { MachineHeader } from './app/machine.jsx'
import { Footer, Rail } from './app/shell.jsx'
import { Spread } from './app/spread.jsx'

/** Renders the same page with React alone: no data access, no routing, no data for hydration, no cache. */
const server = createServer(async (_request, response) => {
  const { machine, rows, histogram } = await readMachine()
  const main = createElement(
    'main',
    { className: 'main', id: 'main' },
    createElement(
      'div',
      { className: 'stack' },
      createElement(MachineHeader, { machine, record: rows[0] }),
      createElement(Board, { machine, rows }),
      createElement(Spread, { histogram, rows }),
    ),
  )
  const page = createElement('div', { className: 'layout' }, createElement(Rail), createElement('div', null, main, createElement(Footer)))
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${renderToString(page)}</body></html>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) })
  response.end(html)
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit())
