// Runs before the first paint, so that a dark screen never flashes white. External because the page allows no inline script.
;(() => {
  const chosen = (() => {
    try {
      return localStorage.getItem('twofold.theme')
    } catch {
      return null
    }
  })()
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
