/* Tables of numbers: the fallback of every picture, drawn when it is opened. */
(function (L) {
  'use strict';

  L.element = function (tag, className, text) {
    var node = document.createElement(tag);
    if (className) { node.className = className; }
    if (text !== undefined) { node.textContent = text; }
    return node;
  };

  /** columns: [{title, num}]; rows: arrays of texts, the first a row header. */
  L.table = function (columns, rows) {
    var table = L.element('table', 'data');
    var head = table.createTHead().insertRow();
    columns.forEach(function (column) {
      var th = L.element('th', column.num ? 'num' : '', column.title);
      th.scope = 'col';
      head.appendChild(th);
    });
    var body = table.createTBody();
    rows.forEach(function (row) {
      var tr = body.insertRow();
      row.forEach(function (value, i) {
        var cell = L.element(i === 0 ? 'th' : 'td', columns[i].num ? 'num' : '', value);
        if (i === 0) { cell.scope = 'row'; }
        tr.appendChild(cell);
      });
    });
    return table;
  };

  /** Adds "the numbers as a table" below a picture; make() gives {columns, rows} when it is opened. */
  L.fallback = function (figure, make) {
    var details = L.element('details', 'numbers');
    details.appendChild(L.element('summary', '', 'The numbers as a table'));
    var slot = L.element('div', 'scroll');
    slot.tabIndex = 0;
    details.appendChild(slot);
    figure.appendChild(details);
    function fill() {
      if (!details.open) { return; }
      var numbers = make();
      slot.replaceChildren(numbers.rows.length
        ? L.table(numbers.columns, numbers.rows)
        : L.element('p', 'empty', 'Nothing to list.'));
    }
    details.addEventListener('toggle', fill);
    return fill;
  };
})(Longhaul);
