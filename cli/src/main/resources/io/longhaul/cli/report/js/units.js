/* Numbers for people: three significant digits, a unit that keeps them between 1 and 1000. Same rules as the program's text output. */
var Longhaul = (function (L) {
  'use strict';

  var RATES = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'];
  var SIZES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  L.NONE = '–';

  function digits(value) {
    var size = Math.abs(value);
    return value.toFixed(size >= 99.95 || size === 0 ? 0 : size >= 9.995 ? 1 : 2);
  }

  function scaled(value, units) {
    if (value === null || value === undefined) { return L.NONE; }
    var unit = 0;
    while (unit < units.length - 1 && Math.abs(value) >= 999.5) { value /= 1000; unit++; }
    return (unit === 0 ? String(Math.round(value)) : digits(value)) + ' ' + units[unit];
  }

  L.rate = function (bps) { return scaled(bps, RATES); };
  L.size = function (bytes) { return scaled(bytes, SIZES); };
  L.millis = function (ms) {
    return ms === null || ms === undefined ? L.NONE : ms >= 999.5 ? digits(ms / 1000) + ' s' : digits(ms) + ' ms';
  };
  L.seconds = function (s) { return s === null || s === undefined ? L.NONE : digits(s) + ' s'; };
  L.times = function (ratio) { return ratio === null || ratio === undefined ? L.NONE : digits(ratio) + '×'; };
  L.percent = function (share) { return digits(share * 100) + ' %'; };
  L.count = function (n) { return String(n).replace(/\B(?=(\d{3})+$)/g, ','); };

  L.streams = function (n) { return n + (n === 1 ? ' stream' : ' streams'); };

  /** One unit for a whole picture: {name, of(value) -> number}. */
  L.rateUnit = function (largest) {
    var unit = 0;
    while (unit < RATES.length - 1 && largest >= 1000) { largest /= 1000; unit++; }
    var factor = Math.pow(1000, unit);
    return { name: RATES[unit], factor: factor };
  };

  /**
   * Where the axis of some values ends: above the largest, unless a few outliers would press all the others flat; then
   * they are cut and `beyond` is the largest of them.
   */
  L.ceiling = function (values) {
    var sorted = values.slice().sort(function (a, b) { return a - b; });
    var largest = sorted.length ? sorted[sorted.length - 1] : 1;
    var usual = sorted.length ? sorted[Math.floor(0.95 * (sorted.length - 1))] : 1;
    return usual > 0 && largest > 2.5 * usual ? { top: usual * 1.5, beyond: largest } : { top: largest * 1.08 || 1, beyond: null };
  };
  L.cutNote = function (ceiling) { return ceiling.beyond === null ? '' : ' (cut; the peak is ' + L.rate(ceiling.beyond) + ')'; };

  L.plain = digits;

  L.escape = function (text) {
    return String(text).replace(/[&<>"']/g, function (c) { return '&#' + c.charCodeAt(0) + ';'; });
  };

  return L;
})({});
