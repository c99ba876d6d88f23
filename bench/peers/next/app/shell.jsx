/** @jsxRuntime automatic */
/** @jsxImportSource react */

const Icon = ({ path }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
)

const glass = 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5'
const places = [
  ['/', 'Home', 'M4 11.2 12 4l8 7.2V20h-5.2v-5.4H9.2V20H4z'],
  ['/machines', 'Machines', 'M6 3h12v5.5H6zM8 8.5 5 17.5h14L16 8.5M6.5 17.5V21m11-3.5V21M12 13v.2'],
  ['/submit', 'Add score', 'M12 5v14M5 12h14'],
  ['/events', 'Events', 'M5 6h14v14H5zM5 10.5h14M9 3.5V7m6-3.5V7'],
  [
    '/groups',
    'Groups',
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.5-3.2 3-5 6.5-5s6 1.8 6.5 5M15.5 5a3.5 3.5 0 0 1 0 6.3M17.5 14.8c2.3.7 3.7 2.3 4 4.7',
  ],
  ['/sign-in', 'Me', 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5'],
]

export const Rail = () => (
  <header className="rail">
    <a className="brand" aria-label="Home" href="/">
      <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect className="plate" width="32" height="32" rx="8" />
        <path className="lane" d="M24.5 27V17A10.5 10.5 0 0 0 14 6.5" />
        <circle className="ball" cx="11" cy="15" r="6" />
      </svg>
      <span>Scores</span>
    </a>
    <search aria-label="Site" className="search">
      <form className="form" action="/machines">
        <label className="label">
          <Icon path={glass} />
          <span className="hidden">Search</span>
          <input className="input" placeholder="Search" maxLength={100} autoComplete="off" name="q" />
        </label>
      </form>
    </search>
    <nav className="nav" aria-label="Main">
      <ul className="items">
        {places.map(([href, words, path]) => (
          <li key={href}>
            <a className="item" href={href}>
              <Icon path={path} />
              <span>{words}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  </header>
)

export const Footer = () => (
  <footer className="footer">
    <ul className="links">
      <li>
        <a href="/privacy">Privacy</a>
      </li>
      <li>
        <a href="/child-safety">Child safety</a>
      </li>
    </ul>
  </footer>
)
