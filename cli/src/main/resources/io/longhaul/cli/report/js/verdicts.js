/* The table of verdicts: sorted by any column, filtered, a page at a time. */
(function (L) {
  'use strict';

  var PAGE = 100;
  var first = 0;
  var sorted = { column: 6, descending: true };
  var link = function (verdict) { return L.link(verdict.from, verdict.to) || {}; };

  var COLUMNS = [
    { title: 'From', value: function (v) { return v.from; } },
    { title: 'To', value: function (v) { return v.to; } },
    { title: 'Verdict', value: function (v) { return v.verdict; }, text: function (v) { return L.words[v.verdict] || v.verdict; }, badge: true },
    { title: 'Direct', num: true, value: function (v) { return v.direct_bps; }, text: function (v) { return L.rate(v.direct_bps); } },
    { title: 'Best relay', value: function (v) { return v.best_relay; } },
    { title: 'Over relay', num: true, value: function (v) { return v.relay_bps; }, text: function (v) { return L.rate(v.relay_bps); } },
    { title: 'Gain', num: true, value: function (v) { return v.gain; }, text: function (v) { return L.times(v.gain); } },
    { title: 'Price', num: true, hint: 'price by the relay over the direct price', value: function (v) { return v.price_ratio; }, text: function (v) { return L.times(v.price_ratio); } },
    { title: 'Second VM', num: true, value: function (v) { return v.second_vm_bps; }, text: function (v) { return L.rate(v.second_vm_bps); } },
    { title: 'RTT', num: true, value: function (v) { return link(v).rtt; }, text: function (v) { return L.millis(link(v).rtt); } }
  ];

  function text(column, verdict) {
    var value = column.text ? column.text(verdict) : column.value(verdict);
    return L.present(value) ? String(value) : L.NONE;
  }

  function judged() { return L.recommendations[Number(document.getElementById('verdict-rates').value)].links; }

  function wanted() {
    var verdict = document.getElementById('filter-verdict').value;
    var from = document.getElementById('filter-from').value;
    var to = document.getElementById('filter-to').value;
    var words = document.getElementById('filter-text').value.trim().toLowerCase();
    return judged().filter(function (v) {
      return (!verdict || v.verdict === verdict) && (!from || L.provider(v.from) === from) && (!to || L.provider(v.to) === to)
        && (!words || (v.from + ' ' + v.to + ' ' + (v.best_relay || '') + ' ' + v.why).toLowerCase().indexOf(words) >= 0);
    });
  }

  /** By the chosen column; unknown values last either way. */
  function order(rows) {
    var value = COLUMNS[sorted.column].value;
    var sign = sorted.descending ? -1 : 1;
    return rows.slice().sort(function (a, b) {
      var x = value(a), y = value(b);
      if (!L.present(x) || !L.present(y)) { return (L.present(x) ? 0 : 1) - (L.present(y) ? 0 : 1); }
      return x < y ? -sign : x > y ? sign : 0;
    });
  }

  /** Two lines for a link: its numbers, and below them the reason. */
  function entry(verdict) {
    var body = L.element('tbody', 'pick');
    var numbers = body.insertRow();
    COLUMNS.forEach(function (column, i) {
      var cell = L.element(i === 0 ? 'th' : 'td', column.num ? 'num' : '');
      if (i === 0) { cell.scope = 'rowgroup'; }
      if (i === 0 && L.link(verdict.from, verdict.to)) {
        var closer = L.element('a', '', text(column, verdict));
        closer.href = L.address(verdict);
        closer.setAttribute('aria-label', verdict.from + ' to ' + verdict.to + ', closely');
        cell.appendChild(closer);
      } else if (column.badge) { cell.appendChild(L.element('span', 'badge ' + verdict.verdict, text(column, verdict))); } else { cell.textContent = text(column, verdict); }
      numbers.appendChild(cell);
    });
    var reason = L.element('td', 'reason', [verdict.why].concat(verdict.do || []).join(' · '));
    reason.colSpan = COLUMNS.length;
    body.insertRow().appendChild(reason);
    body.addEventListener('click', function () {
      var found = L.link(verdict.from, verdict.to);
      if (found && !String(window.getSelection())) { L.pick(found, true); }
    });
    return body;
  }

  function head(table) {
    var tr = table.createTHead().insertRow();
    COLUMNS.forEach(function (column, i) {
      var th = L.element('th', column.num ? 'num' : '');
      th.scope = 'col';
      if (column.hint) { th.title = column.hint; }
      var button = L.element('button', '', column.title);
      button.type = 'button';
      button.addEventListener('click', function () {
        first = 0;
        sorted = { column: i, descending: sorted.column === i ? !sorted.descending : Boolean(column.num) };
        draw();
      });
      th.appendChild(button);
      tr.appendChild(th);
    });
  }

  function draw() {
    var table = document.getElementById('verdict-table');
    var rows = order(wanted());
    Array.from(table.tHead.rows[0].cells).forEach(function (th, i) {
      if (i === sorted.column) { th.setAttribute('aria-sort', sorted.descending ? 'descending' : 'ascending'); } else { th.removeAttribute('aria-sort'); }
    });
    first = Math.min(first, Math.max(0, Math.floor((rows.length - 1) / PAGE) * PAGE));
    var page = rows.slice(first, first + PAGE);
    Array.from(table.tBodies).forEach(function (body) { body.remove(); });
    table.append.apply(table, page.map(entry));
    document.getElementById('verdict-count').textContent = rows.length === 0 ? 'no link matches'
      : page.length === rows.length ? L.count(rows.length) + (rows.length === 1 ? ' link' : ' links')
        : L.count(first + 1) + ' to ' + L.count(first + page.length) + ' of ' + L.count(rows.length) + ' links';
    document.getElementById('verdict-pages').hidden = page.length === rows.length;
    document.getElementById('verdict-back').disabled = first === 0;
    document.getElementById('verdict-next').disabled = first + PAGE >= rows.length;
  }

  function turn(pages) {
    first = Math.max(0, first + pages * PAGE);
    draw();
    document.getElementById('verdict-table').parentNode.scrollTop = 0;
  }

  function choices(id, values, words) {
    var select = document.getElementById(id);
    values.forEach(function (value) {
      var option = L.element('option', '', words[value] || value);
      option.value = value;
      select.appendChild(option);
    });
  }

  L.verdictTable = function () {
    var table = document.getElementById('verdict-table');
    if (!table) { return; }
    head(table);
    L.recommendations.forEach(function (each, i) {
      var option = L.element('option', '', each.rates === 'single-flow' ? 'one stream' : 'many streams');
      option.value = String(i);
      document.getElementById('verdict-rates').appendChild(option);
    });
    choices('filter-verdict', Object.keys(L.words), L.words);
    choices('filter-from', L.providers, {});
    choices('filter-to', L.providers, {});
    var filter = document.getElementById('verdict-filter');
    filter.addEventListener('input', function () { first = 0; draw(); });
    filter.addEventListener('submit', function (event) { event.preventDefault(); });
    document.getElementById('verdict-back').addEventListener('click', function () { turn(-1); });
    document.getElementById('verdict-next').addEventListener('click', function () { turn(1); });
    draw();
  };
})(Longhaul);
