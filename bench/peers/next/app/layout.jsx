import './style.css'
import { Footer, Rail } from './shell.jsx'

export const metadata = { title: 'Attack from Mars · Scores', description: 'The board of a pinball machine.' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <div className="layout">
          <Rail />
          <div>
            <main className="main" id="main">
              {children}
            </main>
            <Footer />
          </div>
        </div>
      </body>
    </html>
  )
}
