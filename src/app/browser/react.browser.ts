/**
 * Runs React in a task of its own. A CommonJS module runs only when it is imported, which without this file would happen within the task of
 * `main.browser.tsx`.
 */
import 'react'
import 'react/jsx-runtime'
import 'react-dom/client'
