/* Where pictures stand: colours from the style sheet, drawing when a picture comes into view, and again when the theme or the width changes. */
(function (L) {
  'use strict';

  var figures = [];

  L.colour = function (name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  };
  L.providerColour = function (provider) {
    return L.colour('c' + (L.providers.indexOf(provider) % 6 + 1));
  };

  /** Settings that every picture shares. */
  L.base = function (description) {
    return {
      animation: false,
      backgroundColor: 'transparent',
      textStyle: { color: L.colour('ink'), fontFamily: 'system-ui, "Segoe UI", Roboto, Arial, sans-serif' },
      aria: { enabled: true, label: { description: description } },
      tooltip: {
        confine: true, backgroundColor: L.colour('raised'), borderColor: L.colour('line'),
        textStyle: { color: L.colour('ink'), fontSize: 13 }
      },
      legend: { textStyle: { color: L.colour('ink') }, inactiveColor: L.colour('line') }
    };
  };
  /** A value axis of rates in one unit, its name above it. */
  L.rateAxis = function (unit, more) {
    return L.axis(Object.assign({
      type: 'value', name: unit.name, nameLocation: 'end', nameGap: 10, nameTextStyle: { color: L.colour('muted'), fontSize: 13, align: 'right' },
      axisLabel: { color: L.colour('muted'), hideOverlap: true, formatter: function (v) { return String(Number((v / unit.factor).toPrecision(3))); } }
    }, more));
  };
  L.axis = function (more) {
    return Object.assign({
      nameLocation: 'middle',
      nameTextStyle: { color: L.colour('muted'), fontSize: 13 },
      axisLabel: { color: L.colour('muted') },
      axisLine: { show: true, lineStyle: { color: L.colour('line') } },
      axisTick: { lineStyle: { color: L.colour('line') } },
      splitLine: { lineStyle: { color: L.colour('grid') } },
      minorTick: { show: false }
    }, more);
  };

  /**
   * A picture: id of its figure; option() gives the chart's settings, or the words to show instead, empty for those of the caption;
   * numbers() gives its table; height(width) in pixels; leastWidth() before it scrolls; picked(event) on a click.
   */
  L.figure = function (spec) {
    var root = document.getElementById(spec.id);
    var plot = root.querySelector('.plot');
    var frame = L.element('div', 'frame');
    plot.replaceWith(frame);
    frame.appendChild(plot);
    var figure = { spec: spec, root: root, plot: plot, chart: null, seen: false };
    figure.fill = L.fallback(root, spec.numbers);
    figures.push(figure);
    return {
      redraw: function () { if (figure.seen) { draw(figure); } figure.fill(); }
    };
  };

  function draw(figure) {
    figure.seen = true;
    var plot = figure.plot;
    var caption = figure.root.querySelector('figcaption');
    var option;
    try {
      option = figure.spec.option(L.base(caption.textContent));
      if (typeof option === 'string') { return tell(figure, option || caption.textContent); }
      caption.hidden = false;
      plot.className = 'plot';
      plot.style.minWidth = (figure.spec.leastWidth ? figure.spec.leastWidth() : 0) + 'px';
      plot.style.height = figure.spec.height(plot.clientWidth) + 'px';
      if (figure.chart === null) {
        plot.textContent = '';
        figure.chart = echarts.init(plot);
        if (figure.spec.picked) { figure.chart.on('click', figure.spec.picked); }
      }
      figure.chart.resize();
      figure.chart.setOption(option, true);
    } catch (error) {
      tell(figure, 'This picture could not be drawn (' + error.message + '); the table below has its numbers.');
    }
  }

  /** Words in the place of a picture; its caption would tell nothing more. */
  function tell(figure, text) {
    figure.root.querySelector('figcaption').hidden = true;
    if (figure.chart !== null) { figure.chart.dispose(); figure.chart = null; }
    figure.plot.className = 'plot empty';
    figure.plot.style.height = 'auto';
    figure.plot.style.minWidth = '0';
    figure.plot.textContent = text;
  }

  function drawAll() { figures.forEach(draw); }

  function setTheme(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    figures.forEach(function (figure) { if (figure.seen) { draw(figure); } });
  }

  function watchTheme() {
    var system = window.matchMedia('(prefers-color-scheme: dark)');
    var chosen = null;
    function apply() { setTheme(chosen === null ? system.matches : chosen); }
    system.addEventListener('change', apply);
    document.getElementById('theme').addEventListener('click', function () {
      chosen = document.documentElement.dataset.theme !== 'dark';
      apply();
    });
    window.addEventListener('beforeprint', function () { setTheme(false); drawAll(); });
    window.addEventListener('afterprint', apply);
    apply();
  }

  function watchView() {
    var observer = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) {
        if (!entry.isIntersecting) { return; }
        observer.unobserve(entry.target);
        figures.filter(function (figure) { return figure.root === entry.target; }).forEach(draw);
      });
    }, { rootMargin: '400px' });
    figures.forEach(function (figure) { observer.observe(figure.root); });
  }

  function watchWidth() {
    var width = window.innerWidth;
    var waiting = 0;
    window.addEventListener('resize', function () {
      if (window.innerWidth === width) { return; }
      width = window.innerWidth;
      window.cancelAnimationFrame(waiting);
      waiting = window.requestAnimationFrame(function () {
        figures.forEach(function (figure) { if (figure.seen) { draw(figure); } });
      });
    });
  }

  L.start = function () {
    watchTheme();
    watchWidth();
    if ('IntersectionObserver' in window) { watchView(); } else { drawAll(); }
  };
})(Longhaul);
