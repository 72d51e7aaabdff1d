/** The script that foreign pages place: /widget.js. What it calls are the public routes that answer any origin. */
export { serveWidget } from './serve-widget.ts'
